-- Updates the app user of memberships and purchases after ids have moved.
--
-- `app_user_uuids` are the app users that the ids belonged to before.
-- A cascading foreign key could do the same, but would put the app user into the id's key. Moving
-- an id would then wait for every transaction that refers to it.
-- Idempotent: correct rows are not written.
-- Locks: none beyond the caller's.

create function api.move_belongings(app_user_ids text[], app_user_uuids uuid[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    update entitlements.household_members member
       set app_user_uuid = own.app_user_uuid
      from entitlements.app_user_ids own
     where own.tenant_id = _tenant_id
       and own.app_user_id = any (move_belongings.app_user_ids)
       and member.tenant_id = _tenant_id and member.app_user_id = own.app_user_id
       and member.app_user_uuid <> own.app_user_uuid;
    update entitlements.purchases purchase
       set owner_uuid = own.app_user_uuid
      from entitlements.app_user_ids own
     where purchase.tenant_id = _tenant_id
       and purchase.owner_uuid = any (move_belongings.app_user_uuids)
       and own.tenant_id = _tenant_id and own.app_user_id = purchase.owner_app_user_id
       and purchase.owner_uuid <> own.app_user_uuid;
    update entitlements.purchases purchase
       set previous_owner_uuid = own.app_user_uuid
      from entitlements.app_user_ids own
     where purchase.tenant_id = _tenant_id
       and purchase.previous_owner_uuid = any (move_belongings.app_user_uuids)
       and own.tenant_id = _tenant_id and own.app_user_id = purchase.previous_owner_app_user_id
       and purchase.previous_owner_uuid <> own.app_user_uuid;
end
$$;
