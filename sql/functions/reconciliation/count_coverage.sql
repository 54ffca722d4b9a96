-- How many people there are of the tenants that have a key, and how many of them RevenueCat
-- confirmed within an hour, a day and a week.
--
-- Called by the worker, for its gauges.
-- security definer because it counts over all tenants; it tells numbers only.
-- Locks: none.

create function api.count_coverage(as_of timestamptz default null)
returns table (people bigint, within_hour bigint, within_day bigint, within_week bigint)
language plpgsql stable security definer rows 1
set search_path = ''
as $$
declare
    _as_of constant timestamptz := coalesce(count_coverage.as_of, now());
begin
    return query
    select count(*),
           count(*) filter (where person.confirmed_at > _as_of - interval '1 hour'),
           count(*) filter (where person.confirmed_at > _as_of - interval '1 day'),
           count(*) filter (where person.confirmed_at > _as_of - interval '7 days')
      from entitlements.upstreams upstream
      join entitlements.app_users person on person.tenant_id = upstream.tenant_id
     where upstream.sealed_key is not null;
end
$$;

grant execute on function api.count_coverage(timestamptz) to hearth_server;
comment on function api.count_coverage(timestamptz) is
    'How many people RevenueCat confirmed within an hour, a day and a week.';
