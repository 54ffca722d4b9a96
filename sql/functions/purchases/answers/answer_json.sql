-- Returns an answer of what an app user may do, as the contract has it.

create function api.answer_json(
    plan text, subscription_status text, entitlements json, next_change_at timestamptz)
returns json
language sql stable
return json_build_object(
    'plan', answer_json.plan,
    'subscription_status', answer_json.subscription_status,
    'entitlements', answer_json.entitlements,
    'next_change_at', api.rfc3339(answer_json.next_change_at));
