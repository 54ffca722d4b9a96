-- Locks app users and the purchases that they own or owned; returns these purchases.
--
-- A device row depends on the ids and memberships of its app user and on the purchase. A
-- transaction locks all three before it writes the row, so that of two concurrent changes the later
-- sees the earlier.
-- Locks: app users by uuid → purchases by id.

create function api.lock_owned_purchases(app_user_uuids uuid[]) returns uuid[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform from entitlements.app_users app_user
      where app_user.tenant_id = _tenant_id
        and app_user.app_user_uuid = any (lock_owned_purchases.app_user_uuids)
      order by app_user.app_user_uuid
        for no key update;
    return array(
        select purchase.purchase_id from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id
           and (purchase.owner_uuid = any (lock_owned_purchases.app_user_uuids)
                or purchase.previous_owner_uuid = any (lock_owned_purchases.app_user_uuids))
         order by purchase.purchase_id
           for no key update);
end
$$;
