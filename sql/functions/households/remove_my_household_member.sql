-- Removes a member from the household that the end user owns.
--
-- Called with an end user's token, for its app user.
-- Idempotent: a former member stays a former member.
-- Locks: the household → its members by uuid → their purchases by id → the reviews.
-- Raises: household_not_found 404, not_household_owner 403, household_member_not_found 404,
-- owner_must_transfer 409.

create function api.remove_my_household_member(
    app_user_id text, member_app_user_id text, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
begin
    perform api.remove_household_member(
        api.lock_own_household(remove_my_household_member.app_user_id),
        remove_my_household_member.member_app_user_id, 'removed',
        remove_my_household_member.as_of);
end
$$;
