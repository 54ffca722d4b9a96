-- Folds a claim, which settles the owner until a transfer or another claim.
--
-- A purchase that only an import told of keeps its rank, so that RevenueCat's word replaces it.

create function api.fold_claim(
    state entitlements.purchases, evidence entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
begin
    if _purchase.folded_at is null then
        return _purchase; -- The purchase has no earlier evidence.
    end if;
    _purchase.owner_is_settled := false;
    _purchase := api.fold_owner(_purchase, evidence, ids);
    _purchase.owner_is_settled := true;
    _purchase.is_claimed_without_owner := state.owner_app_user_id is null;
    if state.folded_rank <> entitlements.evidence_rank('import') then
        _purchase.folded_at := api.order_of(evidence.occurred_at, evidence.received_at);
        _purchase.folded_rank := evidence.rank;
        _purchase.folded_evidence_id := evidence.evidence_id;
    end if;
    return _purchase;
end
$$;
