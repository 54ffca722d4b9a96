-- Returns the evidence of snapshots with the purchase of each entry, creating missing ones.
--
-- The caller holds `purchase_ids`. An upgrade keeps its purchase, while v1 lists every product that
-- it has been. The first entry says what it is now; the others are left out (see
-- snapshot_evidence). Entries of one order that run at the same time are purchases of their own
-- (see parallel_entries): the known product keeps its purchase, and each other one gets another.
-- A new purchase is named by its transaction until an event names the original one.
-- An entry without store and transaction is an entitlement that RevenueCat says is active. It
-- counts unless the app user has a running purchase of its product.
-- Locks: the new purchases.
-- Raises: 40001, for the caller to repeat.

create function api.match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[])
returns entitlements.evidence[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _parallel constant text[] := array(
        select (listed[beside.place]).evidence_id from api.parallel_entries(listed) as beside);
    _found record;
    _evidence entitlements.evidence;
    _taken uuid[] := array[]::uuid[];
    _matched entitlements.evidence[] := array[]::entitlements.evidence[];
    _new entitlements.evidence[] := array[]::entitlements.evidence[];
    _chains text[] := array[]::text[];
begin
    for _found in
        select found.evidence, found.purchase_id, found.candidate_ids,
               (found.evidence).evidence_id = any (_parallel) as is_parallel
          from api.find_listed_purchases(listed, match_listed_purchases.purchase_ids)
               with ordinality as found
         order by (found.evidence).evidence_id = any (_parallel) and found.is_same_product desc,
                  found.ordinality
    loop
        _evidence := _found.evidence;
        continue when api.names_only_entitlement(_evidence)
                  and api.owns_running_purchase(
                      _evidence, match_listed_purchases.purchase_ids);
        _evidence.purchase_id := coalesce(_found.purchase_id, (
            select candidate.id
              from unnest(_found.candidate_ids) with ordinality as candidate (id, place)
             where candidate.id <> all (_taken) order by candidate.place limit 1));
        if _evidence.purchase_id is null
           or _found.is_parallel and _evidence.purchase_id = any (_taken) then
            _new := _new || _evidence;
            _chains := _chains || case
                when api.names_only_entitlement(_evidence) then api.entitlement_chain(_evidence)
                else coalesce(
                    'snapshot:' || _evidence.transaction_id || case when _found.is_parallel
                        then ' + ' || api.item_key(_evidence.product_id) else '' end,
                    _evidence.evidence_id) end;
        elsif _evidence.purchase_id <> all (_taken) then
            _taken := _taken || _evidence.purchase_id;
            _matched := _matched || _evidence;
        end if;
    end loop;
    insert into entitlements.purchases (tenant_id, environment, store, chain_id)
    select distinct _tenant_id, evidence.environment, evidence.store, _chains[evidence.ordinality]
      from unnest(_new) with ordinality as evidence
     order by 4, 3, 2
        on conflict do nothing;
    for _place in 1 .. cardinality(_new) loop
        _evidence := _new[_place];
        select purchase.purchase_id into _evidence.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and purchase.environment = _evidence.environment
           and purchase.store = _evidence.store and purchase.chain_id = _chains[_place]
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
