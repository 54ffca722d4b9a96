-- Stores an invite to the household that the end user owns, by the digest of its code.
--
-- Called with an end user's token, for its app user. The caller made the code and shows it once.
-- Idempotent by the Idempotency-Key, which counts for one household. Without one, each call creates
-- an invite.
-- Null: idempotency_key, request_digest.
-- Locks: the household → the key.
-- Raises: household_not_found 404, not_household_owner 403, household_full 409,
-- idempotency_key_in_use 409, idempotency_key_reused 422.

create function api.create_my_household_invite(
    app_user_id text, code_digest bytea, idempotency_key text, request_digest bytea,
    as_of timestamptz default null)
returns table (is_replayed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _household_id constant uuid :=
        api.lock_own_household(create_my_household_invite.app_user_id);
begin
    return query
    select created.is_replayed, created.answer
      from api.create_household_invite(
               _household_id, create_my_household_invite.code_digest,
               create_my_household_invite.idempotency_key || ':' || _household_id,
               create_my_household_invite.request_digest, create_my_household_invite.as_of)
               as created;
end
$$;
