-- Gives an app user an entitlement, or what a product gives, without a purchase.
--
-- Called with a secret or an admin key, or `by_support` with a support key: then the grant must end
-- within the days that the tenant file sets. An unknown id becomes an app user.
-- Idempotent by the Idempotency-Key. Without one, each call creates a grant.
-- Null: idempotency_key, request_digest, entitlement_id, product_id, duration, expires_at.
-- Locks: the key → the app user → the inserted purchase.
-- Raises: entitlement_not_in_catalog 404, product_not_in_catalog 404, product_not_grantable 409,
-- access_never_ends 409, grant_span_invalid 422, grant_too_long 403, idempotency_key_in_use 409,
-- idempotency_key_reused 422.

create function api.create_grant(
    app_user_id text, entitlement_id text, product_id text, duration text, expires_at timestamptz,
    extends boolean, reason text, actor text, environment text, idempotency_key text,
    request_digest bytea, by_support boolean default false, as_of timestamptz default null)
returns table (is_replayed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _answer json := api.begin_idempotent(
        create_grant.idempotency_key, 'create_grant', create_grant.request_digest);
    _as_of timestamptz;
    _grant entitlements.grants;
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;
    perform api.lock_app_user(create_grant.app_user_id);
    _as_of := coalesce(create_grant.as_of, clock_timestamp());
    _grant := api.asked_grant(
        create_grant.app_user_id, create_grant.environment, create_grant.entitlement_id,
        create_grant.product_id, create_grant.duration, create_grant.expires_at,
        create_grant.extends, create_grant.reason, create_grant.actor, _as_of);
    if create_grant.by_support then
        perform api.require_supportable(_grant.expires_at, _as_of);
    end if;
    perform api.derive(
        api.add_grants(array[_grant]), 'grant', array[_grant.grant_id::text]);
    _answer := api.grant_json(_grant, _as_of);
    perform api.keep_idempotent_answer(
        create_grant.idempotency_key, 'create_grant', create_grant.request_digest, _answer);
    return query select false, _answer;
end
$$;
