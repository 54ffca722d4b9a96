-- Locks the household of an app user, and returns their membership.
--
-- Locks: the household.
-- Raises: household_not_found 404.

create function api.lock_my_household(app_user_id text) returns entitlements.household_members
language plpgsql volatile
as $$
declare
    _household_id constant uuid :=
        (api.households_of(array[lock_my_household.app_user_id]))[1];
    _member entitlements.household_members;
begin
    if _household_id is not null then
        perform api.lock_household(_household_id);
        -- They may have left it during the wait.
        _member := api.current_membership(_household_id, lock_my_household.app_user_id);
    end if;
    if _member.member_id is null then
        raise sqlstate 'PT404' using message = 'household_not_found',
            detail = 'The app user is not in a household.';
    end if;
    return _member;
end
$$;
