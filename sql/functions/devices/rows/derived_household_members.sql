-- Returns the rows to send to devices for an app user's memberships.
--
-- These are the open membership, and an ended one whose grace still gives access. The row says when
-- the grace ends, and a review then deletes it. A dissolved household gives no grace.
-- Locks: none; a caller that writes the rows has locked the app user.

create function api.derived_household_members(app_user_uuid uuid, as_of timestamptz)
returns setof entitlements.synced_household_members
language sql stable rows 1
begin atomic
    select entitlements.current_tenant_id(), member.member_id, member.household_id,
           shown.app_user_id,
           case when owner.member_id is not null then 'owner' else 'member' end,
           api.milliseconds(member.joined_at),
           api.milliseconds(member.access_ends_at)
      from api.memberships_of(derived_household_members.app_user_uuid) as member
      left join lateral api.open_ownership(member.household_id, member.member_id) as owner on true
      left join lateral api.shown_id(member.app_user_uuid) as shown on true
     where member.access_ends_at > derived_household_members.as_of
       and member.left_because is distinct from 'dissolved';
end;
