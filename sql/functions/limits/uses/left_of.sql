-- Returns what an app user may still use of a limit; below zero if more is used.
--
-- Null if unlimited: an unlimited pool has no caps for its members either.

create function api.left_of(state entitlements.limit_state) returns bigint
language sql immutable
return case when api.cap_of(state) is not null
            then least(api.cap_of(state) - state.used, state.per_member - state.own_used) end;
