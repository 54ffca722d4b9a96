-- Returns purchases whose stored state differs from the fold of their evidence; normally none.
--
-- The fold sorts the evidence. So a state that equals it depends neither on the order of arrival
-- nor on folding in one step.

create function api.wrong_purchases() returns setof uuid
language plpgsql stable rows 1
as $$
begin
    return query
    select stored.purchase_id
      from entitlements.purchases stored
     cross join lateral api.resolve_owner_uuids(api.folded_purchase(stored.purchase_id)) as folded
     where stored.tenant_id = entitlements.current_tenant_id()
       and to_jsonb(stored) - 'chain_id' is distinct from to_jsonb(folded) - 'chain_id';
end
$$;
