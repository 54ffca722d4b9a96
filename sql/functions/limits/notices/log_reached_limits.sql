-- Logs that app users used the last of limits, and counts it.
--
-- The caller has locked the app users, and calls this for the use that left nothing.
-- Locks: none beyond the caller's.

create function api.log_reached_limits(reached entitlements.limit_state[], as_of timestamptz)
returns void
language plpgsql volatile
as $$
begin
    if log_reached_limits.reached is null then
        return; -- The usual case.
    end if;
    insert into entitlements.pending_changes
           (tenant_id, kind, app_user_id, after, cause, happened_at, recorded_at)
    select entitlements.current_tenant_id(), 'limit_reached', state.app_user_id,
           json_build_object(
               'limit_id', state.limit_id, 'household_id', state.household_id, 'used', state.used,
               'allowed', coalesce(state.allowed, state.fair_use),
               'resets_at', api.rfc3339(state.resets_at)),
           'use', log_reached_limits.as_of, clock_timestamp()
      from unnest(log_reached_limits.reached) as state;
    insert into entitlements.reached_limits (tenant_id, reached_at, limit_id)
    select entitlements.current_tenant_id(), log_reached_limits.as_of, state.limit_id
      from unnest(log_reached_limits.reached) as state;
end
$$;
