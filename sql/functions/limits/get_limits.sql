-- Returns how much of each limit an app user has used and may use.
--
-- Called with any key of the tenant. An unknown app user has used nothing and is not created.
-- `amount` is what `next_available_at` is about.

create function api.get_limits(
    app_user_id text, amount integer default 1, environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
declare
    _as_of constant timestamptz := coalesce(get_limits.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'limits', coalesce(
                   json_object_agg(
                       state.limit_id,
                       api.limit_json(state, get_limits.amount, _as_of)
                       order by state.limit_id),
                   '{}'::json))
      from api.limit_states(
               array[get_limits.app_user_id], array[null], get_limits.environment, _as_of,
               coalesce(get_limits.as_of + interval '1 microsecond', 'infinity')) as state;
end
$$;
