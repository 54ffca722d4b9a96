-- Folds the owner that evidence names.
--
-- Two kinds of evidence change nothing:
-- - a snapshot of the present owner under another id: a snapshot names the app user, not the id;
-- - any evidence, once a claim has settled the owner. Exception: the purchase had left its owner
--   without a word of the next one, and now an event renews it there. It never moved, so the claim
--   is undone.

create function api.fold_owner(
    state entitlements.purchases, evidence entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
    _is_claim_undone constant boolean := coalesce(
        state.is_claimed_without_owner and state.previous_owner_app_user_id = any (ids)
        and entitlements.evidence_does(evidence.kind) in ('pays', 'changes'), false);
begin
    if _is_claim_undone then
        _purchase.owner_is_settled := false;
        _purchase.is_claimed_without_owner := false;
        _purchase.previous_owner_app_user_id := null;
        _purchase.moved_at := null;
        _purchase.owner_app_user_id := evidence.app_user_id;
        return _purchase;
    elsif _purchase.owner_is_settled
       or (_purchase.owner_app_user_id = any (ids) and evidence.kind = 'snapshot') then
        return _purchase;
    elsif _purchase.owner_app_user_id <> all (ids) then
        _purchase.previous_owner_app_user_id := _purchase.owner_app_user_id;
        _purchase.moved_at := evidence.order_at;
    elsif _purchase.owner_app_user_id is null
          and _purchase.previous_owner_app_user_id = any (ids) then
        -- The purchase had no owner for a while, and is back.
        _purchase.previous_owner_app_user_id := null;
        _purchase.moved_at := null;
    end if;
    _purchase.owner_app_user_id := evidence.app_user_id;
    return _purchase;
end
$$;
