-- Returns the amount above which a limit refuses uses; null if it refuses none.

create function api.cap_of(state entitlements.limit_state) returns bigint
language sql immutable
return coalesce(state.allowed, case when state.is_hard then state.fair_use end);
