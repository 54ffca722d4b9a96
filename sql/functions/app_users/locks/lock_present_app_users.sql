-- Locks the app users of ids, and returns the ids that are unknown, in order.
--
-- During the wait, an id can move to another app user or be erased. The ids are therefore looked up
-- again until none has moved.
-- Idempotent: locks that are held stay held.
-- Locks: the app users by uuid.

create function api.lock_present_app_users(app_user_ids text[]) returns text[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _locked uuid[] := array[]::uuid[];
    _has_moved_id boolean;
    _unknown text[];
begin
    loop
        _locked := _locked || array(
            select app_user.app_user_uuid
              from entitlements.app_users app_user
             where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = any (array(
                   select known.app_user_uuid from entitlements.app_user_ids known
                    where known.tenant_id = _tenant_id
                      and known.app_user_id = any (lock_present_app_users.app_user_ids)))
             order by app_user.app_user_uuid
               for no key update);
        select array_agg(distinct named.id order by named.id)
                   filter (where known.app_user_id is null),
               bool_or(known.app_user_uuid <> all (_locked))
                   filter (where known.app_user_id is not null)
          into _unknown, _has_moved_id
          from unnest(lock_present_app_users.app_user_ids) as named (id)
          left join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = named.id;
        exit when _has_moved_id is not true;
    end loop;
    return coalesce(_unknown, array[]::text[]);
end
$$;
