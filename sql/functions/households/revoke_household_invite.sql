-- Revokes an invite, also one that was redeemed and waits for the owner to confirm.
--
-- Called with a secret key.
-- Idempotent: a revoked invite stays revoked. An invite that made a member is spent and raises
-- invite_not_found.
-- Locks: the household.
-- Raises: household_not_found 404, invite_not_found 404.

create function api.revoke_household_invite(
    household_id uuid, invite_id uuid, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
begin
    perform api.lock_household(revoke_household_invite.household_id);
    update entitlements.household_invites invite
       set revoked_at = coalesce(
               invite.revoked_at, revoke_household_invite.as_of, clock_timestamp())
     where invite.tenant_id = entitlements.current_tenant_id()
       and invite.household_id = revoke_household_invite.household_id
       and invite.invite_id = revoke_household_invite.invite_id
       and invite.member_id is null;
    if not found then
        raise sqlstate 'PT404' using message = 'invite_not_found',
            detail = 'The household has no open invite of this id.';
    end if;
end
$$;
