-- Revokes an invite, also one that was redeemed and waits for the owner to confirm.
--
-- Called with a secret key, or with the token of the owner: then for the household that
-- `owner_app_user_id` owns, and without `household_id`.
-- Idempotent: a revoked invite stays revoked. An invite that made a member is spent and raises
-- invite_not_found.
-- Null: household_id.
-- Locks: the household.
-- Raises: household_not_found 404, not_household_owner 403, invite_not_found 404.

create function api.revoke_household_invite(
    household_id uuid, invite_id uuid, owner_app_user_id text default null,
    as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
declare
    _household_id constant uuid := coalesce(
        revoke_household_invite.household_id,
        api.lock_own_household(revoke_household_invite.owner_app_user_id));
begin
    perform api.lock_household(_household_id);
    update entitlements.household_invites invite
       set revoked_at = coalesce(
               invite.revoked_at, revoke_household_invite.as_of, clock_timestamp())
     where invite.tenant_id = entitlements.current_tenant_id()
       and invite.household_id = _household_id
       and invite.invite_id = revoke_household_invite.invite_id
       and invite.member_id is null;
    if not found then
        raise sqlstate 'PT404' using message = 'invite_not_found',
            detail = 'The household has no open invite with this id.';
    end if;
end
$$;
