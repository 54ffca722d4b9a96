-- Returns the grant that is asked for, with a new id and its span, for add_grants.
--
-- The caller has locked the app user. Grants are independent spans: they may overlap, and the one
-- that lasts longest counts. With `extends` the grant begins when the present access to its
-- entitlements ends (see covered_until), which later events do not move.
-- `duration` is an ISO 8601 duration like P1M. Without a duration and an end, it never ends.
-- Locks: none beyond the caller's.
-- Raises: entitlement_not_in_catalog 404, product_not_in_catalog 404, product_not_grantable 409,
-- access_never_ends 409, grant_span_invalid 422.

create function api.asked_grant(
    app_user_id text, environment text, entitlement_id text, product_id text, duration text,
    expires_at timestamptz, extends boolean, reason text, actor text, as_of timestamptz)
returns entitlements.grants
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _starts_at timestamptz := asked_grant.as_of;
    _expires_at timestamptz := asked_grant.expires_at;
    _last constant timestamptz := timestamptz '9999-12-31T23:59:59Z';
begin
    perform api.require_entitlements(array_remove(array[asked_grant.entitlement_id], null));
    perform api.require_grantable(asked_grant.product_id);
    if asked_grant.extends then
        _starts_at := api.covered_until(
            asked_grant.app_user_id, asked_grant.environment,
            api.asked_entitlements(asked_grant.entitlement_id, asked_grant.product_id),
            asked_grant.as_of);
        if _starts_at = 'infinity' then
            raise sqlstate 'PT409' using message = 'access_never_ends',
                detail = 'The app user has this access forever, so there is no end to extend.';
        end if;
    end if;
    if asked_grant.duration is not null and _starts_at <= _last then
        _expires_at := (_starts_at at time zone 'UTC' + asked_grant.duration::interval)
                       at time zone 'UTC';
    end if;
    if (_starts_at < coalesce(_expires_at, 'infinity')
        and greatest(_starts_at, _expires_at) <= _last) is not true then
        raise sqlstate 'PT422' using message = 'grant_span_invalid',
            detail = 'The grant would end before it begins, or after the year 9999.';
    end if;
    return row(
        _tenant_id, gen_random_uuid(), asked_grant.app_user_id, asked_grant.environment,
        asked_grant.entitlement_id, asked_grant.product_id, _starts_at, _expires_at,
        asked_grant.reason, asked_grant.actor, asked_grant.as_of, null, null, null
    )::entitlements.grants;
end
$$;
