-- Locks the given app users and all that transfers connect with them; returns all their ids.
--
-- Evidence is folded under these locks. A transfer and a purchase that it moves may arrive
-- together. The second to lock these rows sees the evidence of the first, so neither is folded
-- alone.
-- Transfers can be added during the wait, so they are read again until no app user is new.
-- Locks: app users by uuid.

create function api.lock_related_app_users(app_user_ids text[]) returns text[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _locked uuid[] := array[]::uuid[];
    _app_users uuid[];
    _ids text[];
begin
    loop
        _ids := api.related_app_user_ids(lock_related_app_users.app_user_ids);
        -- Unknown ids have no row to lock, and are left out.
        select coalesce(array_agg(known.app_user_id), '{}'),
               coalesce(array_agg(distinct known.app_user_uuid), '{}')
          into _ids, _app_users
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = any (_ids);
        exit when _app_users <@ _locked;
        perform from entitlements.app_users app_user
          where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = any (_app_users)
          order by app_user.app_user_uuid
            for no key update;
        _locked := _locked || _app_users;
    end loop;
    return _ids;
end
$$;
