-- Folds a claim, which settles the owner until a transfer or another claim.
--
-- Pure: reads only its arguments.

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
        return s; -- The purchase has no earlier evidence.
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
