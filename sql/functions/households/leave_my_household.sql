-- Ends the end user's membership of their household.
--
-- Called with an end user's token, for its app user.
-- Idempotent: an app user in no household leaves none.
-- Locks: the household → its members by uuid → their purchases by id → the reviews.
-- Raises: owner_must_transfer 409.

create function api.leave_my_household(app_user_id text, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
declare
    _household_id constant uuid :=
        (api.households_of(array[leave_my_household.app_user_id]))[1];
begin
    if _household_id is not null then
        perform api.remove_household_member(
            _household_id, leave_my_household.app_user_id, 'left',
            as_of => leave_my_household.as_of);
    end if;
end
$$;
