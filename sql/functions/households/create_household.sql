-- Creates a household with its owner as the first member.
--
-- Called with a secret key: the tenant's server vouches for the owner.
-- Idempotent by the Idempotency-Key. Without one, a repeated call raises already_in_household.
-- Null: name, idempotency_key, request_digest.
-- Locks: the key → the app user → their purchases by id. No other transaction sees the new
-- household yet.
-- Raises: already_in_household 409, cooldown 409, idempotency_key_in_use 409,
-- idempotency_key_reused 422.

create function api.create_household(
    owner_app_user_id text, name text, ignore_cooldown boolean, idempotency_key text,
    request_digest bytea, as_of timestamptz default null)
returns table (is_replayed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(create_household.as_of, clock_timestamp());
    _answer json := api.begin_idempotent(
        create_household.idempotency_key, 'create_household', create_household.request_digest);
    _household_id uuid;
    _owner entitlements.household_members;
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;

    insert into entitlements.households as household (tenant_id, name, created_at)
    values (entitlements.current_tenant_id(), create_household.name, _as_of)
    returning household.household_id into _household_id;
    _owner := api.add_member(
        _household_id, create_household.owner_app_user_id, _as_of,
        create_household.ignore_cooldown);
    perform api.derive(
        api.changes_of(
            app_user_uuids => api.set_household_owner(_household_id, _owner.member_id, _as_of)),
        'founding', array[_household_id::text]);

    _answer := api.household_json(_household_id, _as_of);
    perform api.keep_idempotent_answer(
        create_household.idempotency_key, 'create_household', create_household.request_digest,
        _answer);
    return query select false, _answer;
end
$$;
