-- Settles what wings derive from a write; returns the purchases and owners that they changed.
--
-- The question that derive asks every wing: codes judge redemptions again if ids or memberships of
-- app users changed, credits settle orders, and referrals of the payers are due for a review.
-- Called only if a wing has rows, so that other tenants pay nothing.
-- `changed` has the app users whose ids or memberships changed, and all app users as its owners.
-- Idempotent: rows that are right are not written.
-- Locks: redemptions → purchases by id → spends → noted balances → referrals by id.

create function api.settle_wings(
    changed entitlements.changes, cause text, cause_ids text[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _settled entitlements.changes := row('{}', '{}', '{}');
begin
    if cardinality(changed.app_user_uuids) > 0 and exists (
        select from entitlements.code_redemptions one where one.tenant_id = _tenant_id) then
        _settled := api.settle_redemptions(changed.app_user_uuids);
    end if;
    perform api.settle_credits(
                changed.purchase_ids, changed.owner_uuids || _settled.owner_uuids,
                settle_wings.cause, settle_wings.cause_ids)
      where exists (
            select from entitlements.product_credits one where one.tenant_id = _tenant_id);
    perform api.queue_referral_reviews(changed.app_user_uuids, changed.purchase_ids)
      where exists (select from entitlements.referrals one where one.tenant_id = _tenant_id);
    return _settled;
end
$$;
