-- Locks the app user of an id and returns its uuid; an unknown id becomes an app user.
--
-- Idempotent: an id has one row.
-- Locks: the app user.

create function api.lock_app_user(app_user_id text) returns uuid
language plpgsql volatile
as $$
begin
    perform api.lock_app_users(array[lock_app_user.app_user_id]);
    return (
        select known.app_user_uuid
          from entitlements.app_user_ids known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = lock_app_user.app_user_id);
end
$$;
