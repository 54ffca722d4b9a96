-- Returns the state of a limit after one more use, if its window holds the use.
--
-- Pure: reads only its arguments.

create function api.with_use(
    state entitlements.limit_state, use entitlements.reservations)
returns entitlements.limit_state
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    if use.made_at >= state.since then
        state.used := state.used + use.amount;
        if state.rolls is not null then
            state.resets_at := least(state.resets_at, use.made_at + state.rolls);
        end if;
    end if;
    return state;
end
$$;
