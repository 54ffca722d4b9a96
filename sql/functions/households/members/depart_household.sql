-- Takes a member out of a household; if it is the owner, the tenant's rule applies.
--
-- Returns the app users whose memberships changed. The caller has locked the household.
-- If the owner leaves and other members stay, `owner_leaves` decides:
-- - `block` raises an error;
-- - `transfer` makes the longest-standing member the owner;
-- - `dissolve` ends the household.
-- If the owner is the last member, the household ends.
-- Locks: the reviews.
-- Raises: owner_must_transfer 409.

create function api.depart_household(
    household_id uuid, member_id uuid, because text, owner_leaves text, as_of timestamptz)
returns uuid[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _longest uuid;
    _is_end boolean := false;
    _touched uuid[] := array[]::uuid[];
begin
    if exists (
        select from entitlements.household_owners owner
         where owner.tenant_id = _tenant_id and owner.household_id = depart_household.household_id
           and owner.member_id = depart_household.member_id and owner.owned_until is null) then
        select member.member_id into _longest
          from api.members_of(depart_household.household_id) as member
         where member.left_at is null and member.member_id <> depart_household.member_id
         order by member.joined_at, member.seat
         limit 1;
        _is_end := _longest is null or depart_household.owner_leaves = 'dissolve';
        if not _is_end and depart_household.owner_leaves = 'block' then
            raise sqlstate 'PT409' using message = 'owner_must_transfer',
                detail = 'The owner can leave only after another member has become the owner.';
        elsif not _is_end then
            _touched := api.set_household_owner(
                depart_household.household_id, _longest, depart_household.as_of);
        end if;
    end if;
    _touched := _touched || api.close_membership(
        depart_household.household_id, depart_household.member_id, depart_household.because,
        depart_household.as_of);
    if _is_end then
        _touched := _touched
            || api.end_household(depart_household.household_id, depart_household.as_of);
    end if;
    return _touched;
end
$$;
