-- Ends the household that the end user owns, for all of its members.
--
-- Called with an end user's token, for its app user.
-- Idempotent: an app user in no household dissolves none.
-- Locks: the household → its members by uuid → their purchases by id → the reviews.
-- Raises: not_household_owner 403.

create function api.dissolve_my_household(app_user_id text, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
declare
    _household_id constant uuid :=
        (api.households_of(array[dissolve_my_household.app_user_id]))[1];
begin
    if _household_id is null then
        return;
    end if;
    perform api.lock_household(_household_id);
    -- They may have left it, or dissolved it, during the wait.
    if (api.current_membership(_household_id, dissolve_my_household.app_user_id)).member_id
           is not null then
        perform api.dissolve_household(
            api.lock_own_household(dissolve_my_household.app_user_id),
            dissolve_my_household.as_of);
    end if;
end
$$;
