-- Counts a use of a limit, or sets it aside where it is given a time to expire in.
--
-- internal: called by consume_limit and reserve_limit.
-- Whoever else would use a limit of this person waits for their row, so that nobody counts by what
-- another has not written yet. Now is when we no longer wait.
-- Idempotent by its reference; without one, every call counts.
-- Locks: the app user → usage and reservations.
-- Raises: limit_not_in_catalog 404, limit_reached 429, reference_reused 422.

create function api.use_limit(
    app_user_id text, limit_id text, amount integer, reference text, expires_in_seconds integer,
    environment text, as_of timestamptz)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _state record;
    _reservation entitlements.reservations;
begin
    perform api.lock_app_user(use_limit.app_user_id);
    answered_as_of := coalesce(use_limit.as_of, clock_timestamp());
    select * into _state
      from api.limit_states(
               use_limit.app_user_id, use_limit.environment, answered_as_of, use_limit.limit_id);
    if not found then
        raise sqlstate 'PT404' using message = 'limit_not_in_catalog',
            detail = 'The tenant''s catalog has no limit of this name.';
    end if;

    _reservation := api.reservation_of(
        use_limit.app_user_id, use_limit.limit_id, use_limit.reference, use_limit.amount,
        answered_as_of);
    if _reservation.reservation_id is null then
        perform api.require_left(
            use_limit.limit_id, _state.allowed, _state.used, _state.resets_at, use_limit.amount,
            answered_as_of);
        if use_limit.expires_in_seconds is null then
            perform api.add_usage(
                use_limit.app_user_id, use_limit.limit_id, _state.period_starts_at,
                use_limit.amount);
        end if;
        _state.used := _state.used + use_limit.amount;
        _reservation := api.make_reservation(
            use_limit.app_user_id, use_limit.limit_id, _state.period_starts_at, use_limit.amount,
            use_limit.reference, use_limit.expires_in_seconds, answered_as_of);
    end if;
    answer := api.usage_json(
        api.limit_json(_state.id, _state.allowed, _state.used, _state.resets_at), _reservation);
    return next;
end
$$;

grant execute
    on function api.use_limit(text, text, integer, text, integer, text, timestamptz)
    to hearth_server;
comment on function api.use_limit(text, text, integer, text, integer, text, timestamptz) is
    'Counts a use of a limit, or sets it aside.';
