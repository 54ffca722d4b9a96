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
      from (select waiting.place
              from unnest(close_anonymous_ids.app_user_ids) as named (id)
             cross join lateral ( -- plans: rule 3
                   select redeemed.ctid as place from entitlements.household_invites redeemed
                    where redeemed.tenant_id = _tenant_id
                      and redeemed.redeemed_by_app_user_id = named.id
                   offset 0) as waiting
             union
            select sent.place
              from unnest(close_anonymous_ids.household_ids) as named (id)
             cross join lateral (
                   select open.ctid as place from entitlements.household_invites open
                    where open.tenant_id = _tenant_id and open.household_id = named.id
                    order by open.invite_id
                   offset 0) as sent) as found
     where invite.tenant_id = _tenant_id and invite.ctid = found.place
       and invite.revoked_at is null and invite.member_id is null;
end
$$;
