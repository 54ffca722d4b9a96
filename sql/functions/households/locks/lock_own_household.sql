-- Locks the household that an app user owns, and returns its id.
--
-- Locks: the household.
-- Raises: household_not_found 404, not_household_owner 403.

create function api.lock_own_household(app_user_id text) returns uuid
language plpgsql volatile
as $$
declare
    _member constant entitlements.household_members :=
        api.lock_my_household(lock_own_household.app_user_id);
begin
    if not api.is_owner(_member) then
        raise sqlstate 'PT403' using message = 'not_household_owner',
            detail = 'Only the owner of the household may do this.';
    end if;
    return _member.household_id;
end
$$;
