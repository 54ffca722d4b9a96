-- Locks a household and returns it.
--
-- Every change of a household takes this lock first. Its holder alone decides about members, seats,
-- invites and the owner.
-- Locks: the household.
-- Raises: household_not_found 404.

create function api.lock_household(household_id uuid) returns entitlements.households
language plpgsql volatile
as $$
declare
    _household entitlements.households;
begin
    select * into _household from entitlements.households household
     where household.tenant_id = entitlements.current_tenant_id()
       and household.household_id = lock_household.household_id
       for no key update;
    if not found then
        raise sqlstate 'PT404' using message = 'household_not_found',
            detail = 'The tenant has no household with this id.';
    end if;
    return _household;
end
$$;
