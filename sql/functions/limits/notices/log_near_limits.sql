-- Logs the notices of app users of whose limits a use left little, once for each window.
--
-- If the limit is a pool, each member of the household is told.
-- The caller has locked the app users, and the households of pools.
-- Locks: none beyond the caller's.

create function api.log_near_limits(near entitlements.limit_state[], as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if log_near_limits.near is null then
        return; -- The usual case.
    end if;
    perform api.log_notices(
        array(
            select distinct on (app_user.app_user_uuid, notice.notice_id)
                   row(app_user.app_user_uuid, notice.notice_id, notice.kind, notice.severity,
                       notice.since,
                       notice.until, notice.data)::entitlements.notice
              from unnest(log_near_limits.near) as state
             cross join lateral api.limit_notice(state, log_near_limits.as_of) as notice
             cross join lateral (
                   select known.app_user_uuid from entitlements.app_user_ids known
                    where known.tenant_id = _tenant_id and known.app_user_id = state.app_user_id
                    union
                   select member.app_user_uuid from entitlements.household_members member
                    where member.tenant_id = _tenant_id
                      and member.household_id = state.household_id and member.left_at is null)
                   as app_user
             order by app_user.app_user_uuid, notice.notice_id, state.used desc),
        'use', '{}', log_near_limits.as_of);
end
$$;
