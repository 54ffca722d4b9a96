-- Locks a household that must not have been dissolved, and returns it.
--
-- Locks: the household.
-- Raises: household_not_found 404, household_dissolved 409.

create function api.lock_living_household(household_id uuid) returns entitlements.households
language plpgsql volatile
as $$
declare
    _household constant entitlements.households :=
        api.lock_household(lock_living_household.household_id);
begin
    if _household.dissolved_at is not null then
        raise sqlstate 'PT409' using message = 'household_dissolved',
            detail = 'The household was dissolved.';
    end if;
    return _household;
end
$$;
