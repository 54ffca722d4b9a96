-- Locks the app user of an id and all linked app users, and returns all their ids.
--
-- Null if the id is unknown.
-- An unknown id has no row to lock, so it may become a new app user at any moment, which would not
-- be locked. The id must therefore name the same app user before and after the lock.
-- Idempotent: locks that are held stay held.
-- Locks: households by id → app users by uuid.

create function api.lock_known_app_user(app_user_id text) returns text[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_user uuid;
    _locked uuid;
    _linked text[];
begin
    loop
        select known.app_user_uuid into _app_user
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = lock_known_app_user.app_user_id;
        if not found then
            return null;
        end if;
        exit when _app_user = _locked;
        _linked := api.lock_linked_app_users(array[lock_known_app_user.app_user_id]);
        _locked := _app_user;
    end loop;
    return _linked;
end
$$;
