-- Makes a person under an id that the tenant's server chose, or a new one; one who is anonymous is
-- given a device secret to prove later that the id is theirs.
--
-- Called with a secret key: the tenant's server vouches for whether the id is anonymous.
-- `secret_digest` is the SHA-256 of the secret of an anonymous one; a new secret replaces the one
-- before. RevenueCat may have told of the id already: then what was bought is this person's.
-- Idempotent by its key; without one, the same again answers the same person.
-- Locks: the key → the tenant (where an id is declared to be anonymous) → households by id → app
-- users by uuid → purchases by id.
-- Raises: not_anonymous 409, identify_required 409, idempotency_key_in_use 409,
-- idempotency_key_reused 422.

create function api.create_app_user(
    app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea,
    as_of timestamptz default null)
returns table (is_replayed boolean, answer json)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
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
        perform api.derive(api.declare_anonymous(_id, _as_of));
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
