-- Returns the rows to send to devices for an app user's memberships.
--
-- These are the open membership, and an ended one whose grace still gives access. The row says when
-- the grace ends, and a review then deletes it. A dissolved household gives no grace.
-- Locks: none; a caller that writes the rows has locked the app user.

create function api.derived_household_members(app_user_uuid uuid, as_of timestamptz)
returns setof entitlements.synced_household_members
language sql stable rows 1
begin atomic
    select member.tenant_id, member.member_id, member.household_id,
           shown.app_user_id,
           case when owner.member_id is not null then 'owner' else 'member' end,
           api.milliseconds(member.joined_at),
           api.milliseconds(member.access_ends_at)
      from (select * from entitlements.household_members lived
             where lived.tenant_id = entitlements.current_tenant_id()
               and lived.app_user_uuid = derived_household_members.app_user_uuid
            offset 0) as member -- plans: rule 3
      left join lateral (
           select owning.member_id from entitlements.household_owners owning
            where owning.tenant_id = entitlements.current_tenant_id()
              and owning.household_id = member.household_id
              and owning.member_id = member.member_id and owning.owned_until is null
           offset 0) as owner on true
      left join lateral api.shown_id(member.app_user_uuid) as shown on true
     where member.access_ends_at > derived_household_members.as_of
       and member.left_because is distinct from 'dissolved';
end;
