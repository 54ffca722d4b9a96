-- Creates app users for unknown ids; returns whether it added ids.
--
-- Locks no row if every id is known, which is the usual case.
-- Unknown ids join the one known app user among those named, or become one new app user together.
-- If that would give an app user two identified ids, or if several app users are named, each
-- unknown id becomes its own app user. rejoin_app_user_ids then decides.
-- Idempotent: an id has one row. Tries again if a concurrent writer added one of the ids.
-- Locks: the app user that gains ids.

create function api.add_app_user_ids(app_user_ids text[]) returns boolean
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _prefixes constant text[] := api.anonymous_prefixes();
    _unknown text[];
    _app_users uuid[];
    _identified bigint;
    _uuids uuid[];
begin
    loop
        if not exists (
            select from unnest(add_app_user_ids.app_user_ids) as named (id)
             where not exists (
                 select from entitlements.app_user_ids known
                  where known.tenant_id = _tenant_id and known.app_user_id = named.id)) then
            return false;
        end if;
        select coalesce(array_agg(distinct named.id order by named.id)
                            filter (where known.app_user_id is null), '{}'),
               coalesce(array_agg(distinct known.app_user_uuid)
                            filter (where known.app_user_id is not null), '{}')
          into _unknown, _app_users
          from unnest(add_app_user_ids.app_user_ids) as named (id)
          left join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = named.id;
        continue when _unknown = '{}'; -- A concurrent writer added the ids.
        select count(*) into _identified from (
            select id from unnest(_unknown) as unknown (id)
             where not starts_with(id, '$RCAnonymousID:') and not id ^@ any (_prefixes)
            union all
            select own.app_user_id from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_uuid = any (_app_users)
               and not own.is_anonymous) as identified;
        if cardinality(_app_users) > 1 or _identified > 1 then
            _uuids := array(select gen_random_uuid() from unnest(_unknown));
        else
            _uuids := array_fill(
                coalesce(_app_users[1], gen_random_uuid()), array[cardinality(_unknown)]);
            perform from entitlements.app_users app_user
              where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = _app_users[1]
                for no key update;
            -- During the wait for the lock, the known ids may have moved to another app user.
            continue when found and not exists (
                select from entitlements.app_user_ids known
                 where known.tenant_id = _tenant_id and known.app_user_uuid = _app_users[1]
                   and known.app_user_id = any (add_app_user_ids.app_user_ids));
        end if;
        exit when api.insert_app_user_ids(_unknown, _uuids);
    end loop;
    return true;
end
$$;
