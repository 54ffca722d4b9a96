-- Counts the app users of tenants with a key: all, and confirmed within an hour, day and week.
--
-- Merged-away app users have no ids and are not counted. Tenants are counted by what a full run
-- covers: known ids (v1) or the whole project (v2).
-- security definer because it counts over all tenants; it answers numbers only. It sets each tenant
-- in turn, so no table has to be opened to it.

create function api.count_coverage(as_of timestamptz default null)
returns table (
    app_users bigint, within_hour bigint, within_day bigint, within_week bigint,
    known_ids_tenants bigint, whole_project_tenants bigint)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(count_coverage.as_of, now());
    _tenant_id uuid;
    _counted record;
begin
    app_users := 0;
    within_hour := 0;
    within_day := 0;
    within_week := 0;
    select count(*) filter (where tenant.revenuecat_api <> 'v2'),
           count(*) filter (where tenant.revenuecat_api = 'v2')
      into known_ids_tenants, whole_project_tenants
      from entitlements.upstreams upstream
      join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
     where upstream.sealed_key is not null;
    for _tenant_id in
        select upstream.tenant_id from entitlements.upstreams upstream
         where upstream.sealed_key is not null
    loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        select count(*) as app_users,
               count(*) filter (where app_user.confirmed_at > _as_of - interval '1 hour') as hour,
               count(*) filter (where app_user.confirmed_at > _as_of - interval '1 day') as day,
               count(*) filter (where app_user.confirmed_at > _as_of - interval '7 days') as week
          into strict _counted
          from entitlements.app_users app_user
         where app_user.tenant_id = _tenant_id and app_user.erased_at is null
           and exists (
               select from entitlements.app_user_ids own
                where own.tenant_id = _tenant_id
                  and own.app_user_uuid = app_user.app_user_uuid);
        app_users := app_users + _counted.app_users;
        within_hour := within_hour + _counted.hour;
        within_day := within_day + _counted.day;
        within_week := within_week + _counted.week;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
    return next;
end
$$;
