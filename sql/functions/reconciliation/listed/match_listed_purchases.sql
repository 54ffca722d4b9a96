-- The evidence of snapshots with the purchase that each entry is about, made where there is none.
--
-- internal: called by fold_new_snapshots, which holds the purchases that can be meant.
-- An upgrade keeps its purchase while version 1 of the API lists every product that it has been:
-- the first entry says what it is now, and the others are left out (see snapshot_evidence).
-- A purchase that is made here goes by its transaction until an event names the original one.
-- Locks: the purchases that are made.
-- Raises: 40001, to be tried again.

create function api.match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[])
returns entitlements.evidence[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _found record;
    _told entitlements.evidence;
    _chain_id text;
    _taken uuid[] := array[]::uuid[];
    _matched entitlements.evidence[] := array[]::entitlements.evidence[];
    _new entitlements.evidence[] := array[]::entitlements.evidence[];
begin
    for _found in
        select * from api.find_listed_purchases(listed, match_listed_purchases.purchase_ids)
    loop
        _told := _found.told;
        _told.purchase_id := coalesce(_found.purchase_id, (
            select candidate.id
              from unnest(_found.candidate_ids) with ordinality as candidate (id, place)
             where candidate.id <> all (_taken) order by candidate.place limit 1));
        if _told.purchase_id is null then
            _new := _new || _told;
        elsif _told.purchase_id <> all (_taken) then
            _taken := _taken || _told.purchase_id;
            _matched := _matched || _told;
        end if;
    end loop;
    insert into entitlements.purchases (tenant_id, environment, store, chain_id)
    select distinct _tenant_id, told.environment, told.store,
           coalesce('snapshot:' || told.transaction_id, told.evidence_id)
      from unnest(_new) as told
     order by 4, 3, 2
        on conflict do nothing;
    foreach _told in array _new loop
        _chain_id := coalesce('snapshot:' || _told.transaction_id, _told.evidence_id);
        select purchase.purchase_id into _told.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and purchase.environment = _told.environment
           and purchase.store = _told.store and purchase.chain_id = _chain_id
           for no key update;
        if not found then
            raise serialization_failure; -- An event gave it its name at this moment.
        end if;
        if _told.purchase_id <> all (_taken) then
            _taken := _taken || _told.purchase_id;
            _matched := _matched || _told;
        end if;
    end loop;
    return _matched;
end
$$;
