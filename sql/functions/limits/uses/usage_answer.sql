-- Returns the answer to ending a reservation: its limit, and its status.
--
-- If the limit has left the catalog, only its name is shown.

create function api.usage_answer(
    reservation entitlements.reservations, environment text, as_of timestamptz)
returns json
language plpgsql stable
as $$
begin
    return api.usage_json(
        coalesce(
            (select api.limit_json(state, 1, usage_answer.as_of)
               from api.limit_states(
                        array[reservation.app_user_id], array[reservation.limit_id],
                        usage_answer.environment, usage_answer.as_of) as state),
            jsonb_build_object('limit_id', reservation.limit_id)),
        reservation);
end
$$;
