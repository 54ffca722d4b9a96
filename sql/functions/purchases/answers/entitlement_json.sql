-- Returns an entitlement as the contract shows it; by default inactive and without a source.
--
-- Pure: reads only its arguments.

create function api.entitlement_json(
    entitlement_id text, is_active boolean default false, status text default null,
    expires_at timestamptz default null, will_renew boolean default false,
    source_kind text default null, source_app_user_id text default null,
    household_id uuid default null, product_id text default null, store text default null,
    environment text default null, period_type text default null, implied_by text default null,
    ended_reason text default null, period_started_at timestamptz default null,
    period_ends_at timestamptz default null, grace_ends_at timestamptz default null,
    trial_ends_at timestamptz default null, product_kind text default null,
    duration text default null, management_url text default null)
returns json
language sql stable
return json_build_object(
    'entitlement_id', entitlement_id,
    'is_active', is_active,
    'status', status,
    'expires_at', api.rfc3339(expires_at),
    'ended_reason', ended_reason,
    'will_renew', will_renew,
    'source', case when source_kind is not null then json_build_object(
        'kind', source_kind,
        'app_user_id', source_app_user_id,
        'household_id', household_id,
        'product_id', product_id,
        'product_kind', product_kind,
        'duration', duration,
        'plan_type', api.plan_type(product_kind, duration),
        'store', store,
        'environment', environment,
        'period_type', period_type,
        'current_period_started_at', api.rfc3339(period_started_at),
        'current_period_ends_at', api.rfc3339(period_ends_at),
        'grace_period_ends_at', api.rfc3339(grace_ends_at),
        'trial_ends_at', api.rfc3339(trial_ends_at),
        'management_url', management_url) end,
    'implied_by', implied_by);
