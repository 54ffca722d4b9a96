-- Returns a grant at a moment as the contract shows it.
--
-- Pure: reads only its arguments.

create function api.grant_json(granted entitlements.grants, as_of timestamptz) returns json
language plpgsql stable
as $$
declare
    _is_revoked constant boolean := coalesce(granted.revoked_at <= grant_json.as_of, false);
begin
    return json_build_object(
        'grant_id', granted.grant_id,
        'app_user_id', granted.app_user_id,
        'environment', granted.environment,
        'entitlement_id', granted.entitlement_id,
        'product_id', granted.product_id,
        'status', case
            when _is_revoked then 'revoked'
            when granted.expires_at <= grant_json.as_of then 'expired'
            when granted.starts_at > grant_json.as_of then 'scheduled'
            else 'active' end,
        'starts_at', api.rfc3339(granted.starts_at),
        'expires_at', api.rfc3339(granted.expires_at),
        'reason', granted.reason,
        'granted_at', api.rfc3339(granted.granted_at),
        'granted_by', granted.actor,
        'revoked_at', case when _is_revoked then api.rfc3339(granted.revoked_at) end,
        'revoked_by', case when _is_revoked then granted.revoked_by end,
        'revocation_reason', case when _is_revoked then granted.revocation_reason end);
end
$$;
