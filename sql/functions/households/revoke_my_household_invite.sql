-- Revokes an invite to the household that the end user owns, also one that waits for confirmation.
--
-- Called with an end user's token, for its app user.
-- Idempotent: a revoked invite stays revoked.
-- Locks: the household.
-- Raises: household_not_found 404, not_household_owner 403, invite_not_found 404.

create function api.revoke_my_household_invite(
    app_user_id text, invite_id uuid, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
begin
    perform api.revoke_household_invite(
        api.lock_own_household(revoke_my_household_invite.app_user_id),
        revoke_my_household_invite.invite_id, revoke_my_household_invite.as_of);
end
$$;
