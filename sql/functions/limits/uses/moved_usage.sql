-- Returns what app user ids have used in the current period of each limit.
--
-- Locks: none.

create function api.moved_usage(app_user_ids text[], as_of timestamptz) returns jsonb
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return coalesce(
        (select jsonb_agg(
                    jsonb_build_object('limit_id', counted.limit_id, 'used', counted.used)
                    order by counted.limit_id)
           from (select stated.limit_id, sum(own.used) as used
                   from entitlements.limits stated
                  cross join lateral api.limit_period(stated.period, moved_usage.as_of) as period
                   join entitlements.usage own
                     on own.tenant_id = _tenant_id and own.limit_id = stated.limit_id
                    and own.period_starts_at = period.starts_at
                  where stated.tenant_id = _tenant_id
                    and own.app_user_id = any (moved_usage.app_user_ids)
                  group by stated.limit_id
                 having sum(own.used) > 0) as counted),
        '[]');
end
$$;
