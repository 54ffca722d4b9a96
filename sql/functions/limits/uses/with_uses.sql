-- Returns the state of a limit with more uses in its window, such as those by a pool's members.
--
-- Uses that an unlimited entitlement covers count only if the state counts them.
-- Pure: reads only its arguments.

create function api.with_uses(
    state entitlements.limit_state, uses entitlements.reservations[])
returns entitlements.limit_state
language plpgsql stable
as $$
declare
    _use entitlements.reservations;
begin
    foreach _use in array with_uses.uses loop
        continue when _use.is_covered and not state.counts_covered;
        state.used := state.used + _use.amount;
        if state.rolls is not null then
            state.resets_at := least(state.resets_at, _use.made_at + state.rolls);
        end if;
    end loop;
    return state;
end
$$;
