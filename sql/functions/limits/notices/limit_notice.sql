-- Returns the notice of an app user who has used most of a limit, once for each window.
--
-- A rolling window has no beginning of its own: such a limit gives one notice for each day (UTC).
-- Without an app user: the caller knows which.
-- Pure: reads only its arguments.

create function api.limit_notice(state entitlements.limit_state, as_of timestamptz)
returns entitlements.notice
language plpgsql stable
as $$
declare
    _since constant timestamptz := case when state.rolls is null then state.since
                                        else date_trunc('day', as_of, 'UTC') end;
begin
    return row(
        null, api.notice_id('limit_near', state.limit_id || ' ' || extract(epoch from _since)),
        'limit_near', case when state.used >= state.allowed then 'warning' else 'info' end,
        case when isfinite(_since) then _since end, state.resets_at,
        jsonb_build_object(
            'limit_id', state.limit_id, 'used', state.used, 'limit', state.allowed,
            'resets_at', api.rfc3339(state.resets_at)))::entitlements.notice;
end
$$;
