-- Returns what an app user may still use of a limit; below zero if more is used.
--
-- Null without an end: an unlimited pool has no caps for its members either.
--
-- Pure: reads only its argument.

create function api.left_of(state entitlements.limit_state) returns bigint
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    _left constant bigint :=
        coalesce(state.allowed, case when state.is_hard then state.fair_use end) - state.used;
begin
    return case when _left is not null then least(_left, state.per_member - state.own_used) end;
end
$$;
