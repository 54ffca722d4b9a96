-- Locks people and the purchases that they own or owned, and answers these purchases: no other
-- transaction changes what a row for their devices is derived from.
--
-- internal: called by derive, where ids or memberships of the people changed.
-- A row depends on its person's ids and memberships and on the purchase. A transaction that writes
-- the row holds all three, so of two changes at once the later sees the earlier.
-- Locks: app users by uuid → purchases by id.

create function api.lock_owned_purchases(app_user_uuids uuid[]) returns uuid[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform from entitlements.app_users person
      where person.tenant_id = _tenant_id
        and person.app_user_uuid = any (lock_owned_purchases.app_user_uuids)
      order by person.app_user_uuid
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
