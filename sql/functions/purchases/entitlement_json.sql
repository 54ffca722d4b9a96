-- One entitlement as the contract shows it: whether it is active, its clocks, and its source.
--
-- internal: called by get_entitlements, get_entitlement and check_entitlements, so that the three
-- cannot differ. One that the person never had (everything null) is not active and has no source.
-- Pure: reads nothing but its arguments.

create function api.entitlement_json(
    entitlement_id text, is_active boolean, status text, expires_at timestamptz, will_renew boolean,
    source_kind text, source_app_user_id text, household_id uuid, product_id text, store text,
    environment text, period_type text, implied_by text)
returns json
language sql stable security invoker
return json_build_object(
    'entitlement_id', entitlement_id,
    'is_active', coalesce(is_active, false),
    'status', status,
    'expires_at', api.rfc3339(expires_at),
    'will_renew', coalesce(will_renew, false),
    'source', case when source_kind is not null then json_build_object(
        'kind', source_kind,
        'app_user_id', source_app_user_id,
        'household_id', household_id,
        'product_id', product_id,
        'store', store,
        'environment', environment,
        'period_type', period_type) end,
    'implied_by', implied_by);

grant execute on function api.entitlement_json(
    text, boolean, text, timestamptz, boolean, text, text, uuid, text, text, text, text, text)
    to hearth_server;
comment on function api.entitlement_json(
    text, boolean, text, timestamptz, boolean, text, text, uuid, text, text, text, text, text) is
    'One entitlement as the contract shows it.';
