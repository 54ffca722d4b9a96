-- Returns when an app user may use an amount that exceeds what is left of a limit.
--
-- Null if the limit never allows the amount. A pool with a cap for each member has two such
-- moments: returns the later one.

create function api.available_at(
    state entitlements.limit_state, amount bigint, as_of timestamptz)
returns timestamptz
language plpgsql stable
as $$
declare
    _cap constant bigint := api.cap_of(state);
begin
    if available_at.amount > least(_cap, state.per_member) then
        return null;
    end if;
    return greatest(
        api.leaves_at(
            state, state.used + available_at.amount - _cap, false, available_at.as_of),
        api.leaves_at(
            state, state.own_used + available_at.amount - state.per_member, true,
            available_at.as_of));
end
$$;
