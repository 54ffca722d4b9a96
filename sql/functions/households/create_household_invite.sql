-- Stores an invite to a household by the digest of its code.
--
-- Called with a secret key, or with the token of the owner: then for the household that
-- `owner_app_user_id` owns, and without `household_id`.
-- The caller made the code and shows it once.
-- A household may have 100 open invites, and one for each free seat if the tenant's rules say so.
-- An invite that was redeemed and waits for the owner to confirm counts as open.
-- Idempotent by the Idempotency-Key; an owner's counts for one household. Without one, each call
-- creates an invite.
-- Null: household_id, idempotency_key, request_digest.
-- Locks: the owner's household → the key → the household.
-- Raises: household_not_found 404, not_household_owner 403, household_dissolved 409,
-- household_full 409, idempotency_key_in_use 409, idempotency_key_reused 422.

create function api.create_household_invite(
    household_id uuid, code_digest bytea, idempotency_key text, request_digest bytea,
    owner_app_user_id text default null, as_of timestamptz default null)
returns table (is_replayed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of timestamptz;
    _maximum bigint := 100;
    _household_id constant uuid := coalesce(
        create_household_invite.household_id,
        api.lock_own_household(create_household_invite.owner_app_user_id));
    _key constant text :=
        case when create_household_invite.household_id is null
             then create_household_invite.idempotency_key || ':' || _household_id
             else create_household_invite.idempotency_key end;
    _rules constant entitlements.household_rules := api.household_rules();
    _answer json := api.begin_idempotent(
        _key, 'create_household_invite', create_household_invite.request_digest);
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;
    perform api.lock_living_household(_household_id);
    _as_of := coalesce(create_household_invite.as_of, clock_timestamp());
    if _rules.invites_within_seats then
        _maximum := least(_maximum, (
            select found.seats - count(member.member_id)
              from api.household_seats(_household_id, _as_of) as found
              left join entitlements.household_members member
                on member.tenant_id = _tenant_id
               and member.household_id = _household_id
               and member.left_at is null
             group by found.seats));
    end if;
    if _maximum <= (
        select count(*) from entitlements.household_invites invite
         where invite.tenant_id = _tenant_id
           and invite.household_id = _household_id
           and invite.revoked_at is null and invite.member_id is null
           and (invite.expires_at > _as_of or invite.redeemed_at is not null)) then
        raise sqlstate 'PT409' using message = 'household_full',
            detail = 'Every free seat of the household already has an invite.';
    end if;

    insert into entitlements.household_invites as invite
           (tenant_id, household_id, code_digest, created_at, expires_at)
    values (_tenant_id, _household_id,
            create_household_invite.code_digest, _as_of,
            _as_of + make_interval(days => _rules.invite_ttl_days))
        on conflict (tenant_id, code_digest) do nothing
    returning json_build_object(
        'invite_id', invite.invite_id,
        'expires_at', api.rfc3339(invite.expires_at)) into _answer;
    if not found then
        -- The code is derived from the key, whose kept answer has been pruned.
        raise sqlstate 'PT422' using message = 'idempotency_key_reused',
            detail = 'This Idempotency-Key was used for a different request.';
    end if;
    perform api.keep_idempotent_answer(
        _key, 'create_household_invite', create_household_invite.request_digest, _answer);
    return query select false, _answer;
end
$$;
