-- Spends an invite on an app user, who becomes a member or waits for the owner to confirm.
--
-- The tenant's rule `confirm_by_owner` decides which. A waiting app user has no access yet; seats
-- are checked now and again when the owner confirms.
-- The caller has locked the household and found the invite open.
-- Locks: the app user → the reviews.
-- Raises: already_in_household 409, cooldown 409, household_full 409.

create function api.redeem_invite(
    invite entitlements.household_invites, app_user_id text, ignore_cooldown boolean,
    as_of timestamptz)
returns entitlements.household_invites
language plpgsql volatile
as $$
declare
    _member_id uuid;
    _redeemed entitlements.household_invites;
begin
    if (api.household_rules()).confirm_by_owner then
        perform api.allowed_seat(
            invite.household_id, api.lock_app_user(redeem_invite.app_user_id),
            redeem_invite.as_of, redeem_invite.ignore_cooldown);
    else
        _member_id := (api.add_member(
            invite.household_id, redeem_invite.app_user_id, redeem_invite.as_of,
            redeem_invite.ignore_cooldown)).member_id;
    end if;
    update entitlements.household_invites redeemed
       set redeemed_at = redeem_invite.as_of,
           redeemed_by_app_user_id = redeem_invite.app_user_id,
           ignores_cooldown = redeem_invite.ignore_cooldown,
           member_id = _member_id
     where redeemed.tenant_id = invite.tenant_id
       and redeemed.household_id = invite.household_id
       and redeemed.invite_id = invite.invite_id
    returning redeemed.* into _redeemed;
    return _redeemed;
end
$$;
