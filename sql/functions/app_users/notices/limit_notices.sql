-- Returns the notices of an app user who has used most of a limit, once for each window.
--
-- A rolling window has no beginning of its own: such a limit gives one notice for each day (UTC).
-- Locks: none.

create function api.limit_notices(app_user_id text, environment text, as_of timestamptz)
returns table (
    kind text, key text, severity text, since timestamptz, until timestamptz, data jsonb)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := limit_notices.as_of;
    _percent constant integer := (api.notice_rules()).limit_near_percent;
begin
    return query
    select 'limit_near', state.limit_id || ' ' || extract(epoch from counted.since),
           case when state.used >= state.allowed then 'warning' else 'info' end,
           case when isfinite(counted.since) then counted.since end, state.resets_at,
           jsonb_build_object(
               'limit_id', state.limit_id, 'used', state.used, 'limit', state.allowed,
               'resets_at', api.rfc3339(state.resets_at))
      from api.limit_states(
               array[limit_notices.app_user_id], array[null], limit_notices.environment, _as_of,
               _as_of + interval '1 microsecond') as state
     cross join lateral (
           select case when state.rolls is null then state.since
                       else date_trunc('day', _as_of, 'UTC') end) as counted (since)
     where _percent > 0 and state.allowed > 0
       and state.used * 100 >= state.allowed * _percent;
end
$$;
