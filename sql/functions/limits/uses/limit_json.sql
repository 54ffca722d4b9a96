-- Returns a limit with its usage as the contract shows it.
--
-- `next_available_at` is about `amount`. Moments are rounded up to milliseconds, so that a caller
-- who waits until then is not early.

create function api.limit_json(
    state entitlements.limit_state, amount bigint, as_of timestamptz)
returns jsonb
language sql stable
return jsonb_build_object(
    'limit_id', state.limit_id,
    'is_unlimited', state.allowed is null,
    'used', state.used,
    'limit', state.allowed,
    'remaining', case when api.left_of(state) is not null
                      then greatest(api.left_of(state), 0) end,
    'fair_use', state.fair_use,
    'throttled', api.is_throttled(state),
    'pool', case when state.is_pooled then jsonb_build_object(
        'household_id', state.household_id, 'own_used', state.own_used,
        'per_member', state.per_member) end,
    'resets_at', api.rfc3339(state.resets_at + interval '999 microseconds'),
    'next_available_at', case when api.left_of(state) < limit_json.amount then api.rfc3339(
        api.available_at(state, limit_json.amount, limit_json.as_of)
        + interval '999 microseconds') end);
