-- Returns the evidence of snapshots with the purchase of each entry, creating missing ones.
--
-- The caller holds `purchase_ids`. An upgrade keeps its purchase, while v1 lists every product that
-- it has been. The first entry says what it is now; the others are left out (see
-- snapshot_evidence).
-- A new purchase is named by its transaction until an event names the original one.
-- Locks: the new purchases.
-- Raises: 40001, for the caller to repeat.

create function api.match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[])
returns entitlements.evidence[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _found record;
    _evidence entitlements.evidence;
    _chain_id text;
    _taken uuid[] := array[]::uuid[];
    _matched entitlements.evidence[] := array[]::entitlements.evidence[];
    _new entitlements.evidence[] := array[]::entitlements.evidence[];
begin
    for _found in
        select * from api.find_listed_purchases(listed, match_listed_purchases.purchase_ids)
    loop
        _evidence := _found.evidence;
        _evidence.purchase_id := coalesce(_found.purchase_id, (
            select candidate.id
              from unnest(_found.candidate_ids) with ordinality as candidate (id, place)
             where candidate.id <> all (_taken) order by candidate.place limit 1));
        if _evidence.purchase_id is null then
            _new := _new || _evidence;
        elsif _evidence.purchase_id <> all (_taken) then
            _taken := _taken || _evidence.purchase_id;
            _matched := _matched || _evidence;
        end if;
    end loop;
    insert into entitlements.purchases (tenant_id, environment, store, chain_id)
    select distinct _tenant_id, evidence.environment, evidence.store,
           coalesce('snapshot:' || evidence.transaction_id, evidence.evidence_id)
      from unnest(_new) as evidence
     order by 4, 3, 2
        on conflict do nothing;
    foreach _evidence in array _new loop
        _chain_id := coalesce('snapshot:' || _evidence.transaction_id, _evidence.evidence_id);
        select purchase.purchase_id into _evidence.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and purchase.environment = _evidence.environment
           and purchase.store = _evidence.store and purchase.chain_id = _chain_id
           for no key update;
        if not found then
            raise serialization_failure; -- An event has just renamed it.
        end if;
        if _evidence.purchase_id <> all (_taken) then
            _taken := _taken || _evidence.purchase_id;
            _matched := _matched || _evidence;
        end if;
    end loop;
    return _matched;
end
$$;
