-- Redeems an invite: the app user becomes a member, or waits for the owner to confirm.
--
-- Called with a secret key: the tenant's server vouches for the app user.
-- The tenant's rule `confirm_by_owner` decides which. Seats are checked now, and again when
-- the owner confirms.
-- A code that is unknown, revoked, another tenant's or spent by another app user gives the same
-- error.
-- Idempotent: the same app user and code again return the same household.
-- Locks: the id, if it is new → the household → the app user → their purchases by id →
-- the reviews.
-- Raises: invite_not_found 404, invite_expired 410, already_in_household 409, cooldown 409,
-- household_full 409.

create function api.join_household(
    app_user_id text, code_digest bytea, ignore_cooldown boolean, as_of timestamptz default null)
returns table (answered_as_of timestamptz, is_confirmed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of timestamptz;
    _app_user uuid;
    _invite entitlements.household_invites;
    _is_mine boolean;
begin
    -- Add a new id before locking the household. Otherwise this call could wait for a transaction
    -- that is adding the id and waits for the household.
    perform api.add_app_user_ids(array[join_household.app_user_id]);
    perform api.lock_household(invite.household_id)
       from entitlements.household_invites invite
      where invite.tenant_id = _tenant_id and invite.code_digest = join_household.code_digest;
    -- A use that the app user made before joining must not get a later moment than the joining.
    perform api.lock_app_user(join_household.app_user_id);
    -- Take the time and read the invite after the wait: now no other call can redeem or revoke it.
    _as_of := coalesce(join_household.as_of, clock_timestamp());
    select * into _invite from entitlements.household_invites invite
     where invite.tenant_id = _tenant_id and invite.code_digest = join_household.code_digest;
    select known.app_user_uuid into _app_user from entitlements.app_user_ids known
     where known.tenant_id = _tenant_id and known.app_user_id = join_household.app_user_id;

    -- The app user redeemed it, and still waits or is a member because of it.
    _is_mine := exists (
            select from entitlements.app_user_ids known
             where known.tenant_id = _tenant_id
               and known.app_user_id = _invite.redeemed_by_app_user_id
               and known.app_user_uuid = _app_user)
        and (_invite.member_id is null or exists (
            select from entitlements.household_members member
             where member.tenant_id = _tenant_id and member.household_id = _invite.household_id
               and member.member_id = _invite.member_id and member.left_at is null));
    if _invite is null or _invite.revoked_at is not null
       or _invite.redeemed_at is not null and not _is_mine then
        raise sqlstate 'PT404' using message = 'invite_not_found',
            detail = 'No open invite has this code.';
    elsif _invite.redeemed_at is null and _invite.expires_at <= _as_of then
        raise sqlstate 'PT410' using message = 'invite_expired',
            detail = 'The invite has expired. Ask for another one.';
    elsif _invite.redeemed_at is null then
        if (api.household_rules()).confirm_by_owner then -- Until then, no access.
            perform api.allowed_seat(
                _invite.household_id, _app_user, _as_of, join_household.ignore_cooldown);
        else
            _invite.member_id := (api.add_member(
                _invite.household_id, join_household.app_user_id, _as_of,
                join_household.ignore_cooldown)).member_id;
        end if;
        update entitlements.household_invites redeemed
           set redeemed_at = _as_of, redeemed_by_app_user_id = join_household.app_user_id,
               ignores_cooldown = join_household.ignore_cooldown, member_id = _invite.member_id
         where redeemed.tenant_id = _tenant_id
           and redeemed.household_id = _invite.household_id
           and redeemed.invite_id = _invite.invite_id;
        perform api.derive(
            api.changes_of(app_user_uuids => array(
                select member.app_user_uuid from entitlements.household_members member
                 where member.tenant_id = _tenant_id
                   and member.household_id = _invite.household_id
                   and member.member_id = _invite.member_id)),
            'join', array[_invite.household_id::text]);
    end if;
    return query
    select _as_of, _invite.member_id is not null,
           api.household_json(_invite.household_id, _as_of);
end
$$;
