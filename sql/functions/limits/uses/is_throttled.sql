-- Returns whether more than the fair use is used, or all of it if it is hard.

create function api.is_throttled(state entitlements.limit_state) returns boolean
language sql immutable
return state.allowed is null and state.used >= coalesce(
    state.fair_use + case when state.is_hard then 0 else 1 end, 9223372036854775807);
