-- Returns an entitlement as the contract shows it; by default inactive and without a source.
--
-- Pure: reads only its arguments.

create function api.entitlement_json(
    entitlement_id text, entitlement entitlements.answered_entitlement default null,
    environment text default null)
returns json
language sql stable
return json_build_object(
    'entitlement_id', entitlement_id,
    'is_active', coalesce(entitlement.is_active, false),
    'status', entitlement.status,
    'expires_at', api.rfc3339(entitlement.expires_at),
    'ended_reason', entitlement.ended_reason,
    'will_renew', coalesce(entitlement.will_renew, false),
    'source', case when entitlement.source_kind is not null then json_build_object(
        'kind', entitlement.source_kind,
        'app_user_id', entitlement.source_app_user_id,
        'household_id', entitlement.household_id,
        'product_id', entitlement.product_id,
        'product_kind', entitlement.product_kind,
        'duration', entitlement.duration,
        'plan_type', api.plan_type(entitlement.product_kind, entitlement.duration),
        'store', entitlement.store,
        'environment', environment,
        'period_type', entitlement.period_type,
        'current_period_started_at', api.rfc3339(entitlement.period_started_at),
        'current_period_ends_at', api.rfc3339(entitlement.period_ends_at),
        'grace_period_ends_at', api.rfc3339(entitlement.grace_ends_at),
        'trial_ends_at', api.rfc3339(entitlement.trial_ends_at),
        'management_url', entitlement.management_url) end,
    'implied_by', entitlement.implied_by);
