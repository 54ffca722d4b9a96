-- Returns the notices of an app user who has used most of limits.

create function api.limit_notices(app_user_id text, environment text, as_of timestamptz)
returns setof entitlements.notice
language plpgsql stable rows 1
as $$
declare
    _percent constant integer := nullif((api.notice_rules()).limit_near_percent, 0);
begin
    return query
    select near.*
      from api.limit_states(
               array[limit_notices.app_user_id], array[null], limit_notices.environment,
               limit_notices.as_of, limit_notices.as_of + interval '1 microsecond') as state
     cross join lateral api.limit_notice(state, limit_notices.as_of) as near
     where api.is_near(state, _percent);
end
$$;
