-- Returns the id of an app user to ask RevenueCat about: an identified one, if there is one.
--
-- Null: the app user has no ids any more, or was erased.

create function api.app_user_id_to_read(app_user_uuid uuid) returns text
language sql stable
begin atomic
    select own.app_user_id
      from entitlements.app_user_ids own
      join entitlements.app_users app_user
        on app_user.tenant_id = own.tenant_id and app_user.app_user_uuid = own.app_user_uuid
       and app_user.erased_at is null
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_uuid = app_user_id_to_read.app_user_uuid
     order by own.is_anonymous, own.app_user_id
     limit 1;
end;
