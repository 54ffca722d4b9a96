-- Returns the state of a limit after one more use by its app user, if its window holds the use.
--
-- Pure: reads only its arguments.

create function api.with_use(
    state entitlements.limit_state, use entitlements.reservations)
returns entitlements.limit_state
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    if use.made_at <@ state.own_spans then
        state := api.with_uses(state, array[use]);
        state.own_used := state.own_used + use.amount;
    end if;
    return state;
end
$$;
