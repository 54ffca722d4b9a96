-- Returns whether a member owns the household at present; false for null.
--
-- Locks: none; a caller that acts on it has locked the household.

create function api.is_owner(member entitlements.household_members) returns boolean
language plpgsql stable
as $$
begin
    return exists (
        select from entitlements.household_owners owner
         where owner.tenant_id = entitlements.current_tenant_id()
           and owner.household_id = member.household_id
           and owner.member_id = member.member_id and owner.owned_until is null);
end
$$;
