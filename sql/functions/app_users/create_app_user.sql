-- Creates an app user under a given id or a new one.
--
-- Called with a secret key: the tenant's server vouches for `kind`.
-- An anonymous app user gets a device secret, which proves later that the id is theirs.
-- `secret_digest` is its SHA-256. A new secret replaces the previous one.
-- If RevenueCat named the id before, its purchases belong to this app user. The id of an erased app
-- user is a new app user's.
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
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _answer json := api.begin_idempotent(
        create_app_user.idempotency_key, 'create_app_user', create_app_user.request_digest);
    _id constant text := coalesce(create_app_user.app_user_id, gen_random_uuid()::text);
    _is_anonymous boolean;
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;

    perform api.readmit_ids(array[_id]); -- A key registers it: that is on purpose.
    if create_app_user.kind = 'anonymous' then
        perform api.derive(api.declare_anonymous(_id, _as_of), 'identification');
        update entitlements.device_secrets secret
           set revoked_at = greatest(_as_of, secret.created_at)
         where secret.tenant_id = _tenant_id and secret.app_user_id = _id
           and secret.revoked_at is null and secret.digest <> create_app_user.secret_digest;
        insert into entitlements.device_secrets (tenant_id, digest, app_user_id, created_at)
        values (_tenant_id, create_app_user.secret_digest, _id, _as_of)
            on conflict do nothing;
    else
        perform api.lock_app_user(_id);
        select own.is_anonymous into strict _is_anonymous from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_id = _id;
        -- Otherwise another id of the account identifies the person.
        if api.resolved_alias(_id) = _id then
            if _is_anonymous then
                raise sqlstate 'PT409' using message = 'identify_required',
                    detail = 'The id is anonymous. Identify it instead.';
            end if;
            -- From now on no merge can move the id to another app user. The first time stays.
            update entitlements.app_user_ids own
               set identified_at = _as_of
             where own.tenant_id = _tenant_id and own.app_user_id = _id
               and own.identified_at is null;
        end if;
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
