-- Returns what is left of a limit; below zero if more is used, and null without an end.
--
-- Pure: reads only its argument.

create function api.left_of(state entitlements.limit_state) returns bigint
language plpgsql immutable security invoker
set search_path = ''
as $$
begin
    return coalesce(state.allowed, case when state.is_hard then state.fair_use end) - state.used;
end
$$;
