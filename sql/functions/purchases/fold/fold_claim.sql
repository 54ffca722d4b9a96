-- Folds a claim: whose the purchase is, for good but for a transfer or another claim.
--
-- internal: called by fold_purchase_step.
-- Pure: reads nothing but its arguments.

create function api.fold_claim(
    state entitlements.purchases, told entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
begin
    if s.folded_at is null then
        return s; -- Nothing has been told of the purchase at that time.
    end if;
    s.owner_is_settled := false;
    s := api.fold_owner(s, told, ids);
    s.owner_is_settled := true;
    s.folded_at := told.order_at;
    s.folded_rank := told.rank;
    s.folded_evidence_id := told.evidence_id;
    return s;
end
$$;
