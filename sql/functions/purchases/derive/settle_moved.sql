-- Settles what follows from changed ids, and returns the purchases of their app users.
--
-- Updates memberships on devices, and judges redemptions of codes again.
-- Idempotent: rows that are right are not written.
-- Locks: purchases by id; the caller has locked the app users.

create function api.settle_moved(app_user_uuids uuid[], cause text, cause_ids text[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _changed constant entitlements.changes := api.changes_of(
        purchase_ids => api.lock_owned_purchases(settle_moved.app_user_uuids));
begin
    perform api.sync_household_members(
        settle_moved.app_user_uuids, settle_moved.cause, settle_moved.cause_ids[1]);
    if not exists (
        select from entitlements.code_redemptions redeemed
         where redeemed.tenant_id = entitlements.current_tenant_id()) then
        return _changed; -- The usual case.
    end if;
    return api.all_changes(_changed, api.settle_redemptions(settle_moved.app_user_uuids));
end
$$;
