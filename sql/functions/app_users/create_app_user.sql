-- Creates an app user under a given id or a new one.
--
-- Called with a secret key: the tenant's server vouches for `kind`.
-- An anonymous app user gets a device secret, which proves later that the id is theirs.
-- `secret_digest` is its SHA-256. A new secret replaces the previous one.
-- If RevenueCat named the id before, its purchases belong to this app user.
-- Idempotent by the Idempotency-Key. Without one, a repeated call with the same id returns the same
-- app user.
-- Null: app_user_id, secret_digest, idempotency_key, request_digest.
-- Locks: the key → households by id → app users by uuid → purchases by id.
-- Raises: not_anonymous 409, identify_required 409, idempotency_key_in_use 409,
-- idempotency_key_reused 422.

create function api.create_app_user(
    app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea,
    as_of timestamptz default null)
returns table (is_replayed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(create_app_user.as_of, clock_timestamp());
    _answer json := api.begin_idempotent(
        create_app_user.idempotency_key, 'create_app_user', create_app_user.request_digest);
    _id constant text := coalesce(create_app_user.app_user_id, gen_random_uuid()::text);
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;

    if create_app_user.kind = 'anonymous' then
        perform api.derive(api.declare_anonymous(_id, _as_of), 'identification');
        perform api.issue_device_secret(_id, create_app_user.secret_digest, _as_of);
    else
        perform api.declare_identified(_id, _as_of);
    end if;
    _answer := json_build_object(
        'app_user_id', _id,
        'app_user', (select found.answer from api.get_app_user(_id, _as_of) as found));
    perform api.keep_idempotent_answer(
        create_app_user.idempotency_key, 'create_app_user', create_app_user.request_digest,
        _answer);
    return query select false, _answer;
end
$$;
