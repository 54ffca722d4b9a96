-- Ends a household with its memberships and invites.
--
-- Returns the app users whose memberships ended. The caller has locked the household.
-- Idempotent: ended rows do not change.
-- Locks: the reviews.

create function api.end_household(household_id uuid, as_of timestamptz) returns uuid[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _touched uuid[];
begin
    _touched := array(
        select unnest(api.close_membership(
                   end_household.household_id, member.member_id, 'dissolved',
                   end_household.as_of))
          from api.members_of(end_household.household_id) as member
         where member.left_at is null);
    update entitlements.household_invites invite
       set revoked_at = end_household.as_of
     where invite.tenant_id = _tenant_id and invite.household_id = end_household.household_id
       and invite.member_id is null and invite.revoked_at is null;
    update entitlements.households household
       set dissolved_at = greatest(end_household.as_of, household.created_at),
           seats_exceeded_at = null
     where household.tenant_id = _tenant_id
       and household.household_id = end_household.household_id
       and household.dissolved_at is null;
    return _touched;
end
$$;
