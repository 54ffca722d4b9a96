-- What is answered to whoever used a limit: how far it is used now, and what was set aside or used
-- under the reference.
--
-- internal: called by use_limit, confirm_reservation and release_reservation.
-- Of a limit that has left the catalog since, only the name is left.
-- Locks: none.

create function api.usage_answer(
    app_user_id text, limit_id text, reservation entitlements.reservations, environment text,
    as_of timestamptz)
returns json
language plpgsql stable security invoker
set search_path = ''
as $$
#variable_conflict use_column
begin
    return coalesce(
        (select api.limit_json(state.id, state.allowed, state.used, state.resets_at)
           from api.limit_states(
                    usage_answer.app_user_id, usage_answer.environment, usage_answer.as_of,
                    usage_answer.limit_id) as state),
        jsonb_build_object('limit_id', usage_answer.limit_id))
    || case when reservation.reservation_id is null then '{}'
            else jsonb_build_object(
                'reservation_id', reservation.reservation_id,
                'status', reservation.status,
                'amount', reservation.amount,
                'reference', reservation.reference,
                'expires_at', case reservation.status when 'reserved'
                    then api.rfc3339(reservation.expires_at) end) end;
end
$$;

grant execute
    on function api.usage_answer(
        text, text, entitlements.reservations, text, timestamptz)
    to hearth_server;
comment on function api.usage_answer(
    text, text, entitlements.reservations, text, timestamptz) is
    'What is answered to whoever used a limit.';
