-- Returns whether a percentage of a limit is used; null without a percentage or a limit.

create function api.is_near(state entitlements.limit_state, percent integer) returns boolean
language sql immutable
return state.used * 100 >= nullif(state.allowed, 0) * percent;
