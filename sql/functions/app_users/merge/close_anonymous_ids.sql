-- Revokes the device secrets, merge tickets and invites of given ids.
--
-- Invites are those that wait for an owner to confirm one of the ids, and those to `household_ids`:
-- the households that the anonymous app user owned before the merge.
-- The caller has locked the app users and their households.
-- Idempotent: closed rows do not change.
-- Locks: the secrets, the tickets, the invites.

create function api.close_anonymous_ids(
    app_user_ids text[], household_ids uuid[], as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    update entitlements.device_secrets secret
       set revoked_at = greatest(close_anonymous_ids.as_of, secret.created_at)
     where secret.tenant_id = _tenant_id and secret.revoked_at is null
       and secret.app_user_id = any (close_anonymous_ids.app_user_ids);
    update entitlements.merge_tickets ticket
       set closed_at = close_anonymous_ids.as_of
     where ticket.tenant_id = _tenant_id and ticket.closed_at is null
       and ticket.anonymous_app_user_id = any (close_anonymous_ids.app_user_ids);
    update entitlements.household_invites invite
       set revoked_at = close_anonymous_ids.as_of
     where invite.tenant_id = _tenant_id and invite.revoked_at is null
       and invite.member_id is null
       and (invite.redeemed_by_app_user_id = any (close_anonymous_ids.app_user_ids)
            or invite.household_id = any (close_anonymous_ids.household_ids));
end
$$;
