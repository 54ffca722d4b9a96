-- Locks the app users of ids; an unknown id becomes an app user.
--
-- The tenant's server may name app users that have no purchase, for example to join a household.
-- Idempotent: an id has one row.
-- During the wait, an id can move to another app user or be erased. The ids are therefore looked up
-- again until none has changed.
-- Locks: the app users by uuid.

create function api.lock_app_users(app_user_ids text[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _unknown text[];
    _app_users uuid[];
    _locked uuid[] := array[]::uuid[];
begin
    loop
        select array_agg(distinct named.id order by named.id)
                   filter (where known.app_user_id is null),
               array_agg(distinct known.app_user_uuid) filter (where known.app_user_id is not null)
          into _unknown, _app_users
          from unnest(lock_app_users.app_user_ids) as named (id)
          left join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = named.id;
        exit when _unknown is null and coalesce(_app_users, array[]::uuid[]) <@ _locked;
        if _unknown is not null then
            perform api.insert_app_user_ids(
                _unknown, array(select gen_random_uuid() from unnest(_unknown)));
        end if;
        perform from entitlements.app_users app_user
          where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = any (_app_users)
          order by app_user.app_user_uuid
            for no key update;
        _locked := _locked || _app_users;
    end loop;
end
$$;
