-- The evidence of a snapshot with the purchase that each entry is about, made where there is none.
--
-- internal: called by apply_snapshot, which holds the purchases that can be meant.
-- An upgrade keeps its purchase while version 1 of the API lists every product that it has been:
-- the first entry says what it is now, and the others are left out (see snapshot_evidence).
-- A purchase that is made here goes by its transaction until an event names the original one.
-- Locks: the purchases that are made.
-- Raises: 40001, to be tried again.

create function api.match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[])
returns setof entitlements.evidence
language plpgsql volatile security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _told entitlements.evidence;
    _chain_id text;
    _taken uuid[] := array[]::uuid[];
begin
    foreach _told in array listed loop
        _told.purchase_id := api.find_listed_purchase(
            _told, match_listed_purchases.purchase_ids, _taken);
        continue when _told.purchase_id = any (_taken);
        if _told.purchase_id is null then
            _chain_id := coalesce('snapshot:' || _told.transaction_id, _told.evidence_id);
            insert into entitlements.purchases (tenant_id, environment, store, chain_id)
            values (_tenant_id, _told.environment, _told.store, _chain_id)
                on conflict do nothing;
            select purchase.purchase_id into _told.purchase_id
              from entitlements.purchases purchase
             where purchase.tenant_id = _tenant_id and purchase.environment = _told.environment
               and purchase.store = _told.store and purchase.chain_id = _chain_id
               for no key update;
            if not found then
                raise serialization_failure; -- An event gave it its name at this moment.
            end if;
        end if;
        _taken := _taken || _told.purchase_id;
        return next _told;
    end loop;
end
$$;

grant execute on function api.match_listed_purchases(entitlements.evidence[], uuid[])
    to hearth_server;
comment on function api.match_listed_purchases(entitlements.evidence[], uuid[]) is
    'The evidence of a snapshot with the purchase that each entry is about.';
