-- Ends everything with which somebody could go on acting as the anonymous person that ids were:
-- device secrets, merge tickets, invites that they gave, and their waiting at another household.
--
-- internal: called by merge_app_user_ids, which holds the people and their households.
-- `household_ids` are those that the anonymous person owned before the merge.
-- Idempotent: what is closed stays as it was closed.
-- Locks: the secrets, the tickets, the invites.

create function api.close_anonymous_ids(
    app_user_ids text[], household_ids uuid[], as_of timestamptz)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
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
