-- Returns what a code gives, as the contract shows it.
--
-- Pure: reads only its argument.

create function api.reward_json(gives entitlements.reward) returns json
language sql immutable
return json_build_object(
    'entitlement_id', (gives).entitlement_id,
    'product_id', (gives).product_id,
    'duration', (gives).duration,
    'extends', (gives).extends);
