-- Confirms an app user who redeemed an invite to the household that the end user owns.
--
-- Called with an end user's token, for its app user.
-- Idempotent: a member is confirmed already.
-- Locks: the household → the app user who waits → their purchases by id.
-- Raises: household_not_found 404, not_household_owner 403, household_member_not_found 404,
-- already_in_household 409, cooldown 409, household_full 409.

create function api.confirm_my_household_member(
    app_user_id text, member_app_user_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _household_id constant uuid :=
        api.lock_own_household(confirm_my_household_member.app_user_id);
begin
    return query
    select confirmed.answered_as_of, confirmed.answer
      from api.confirm_household_member(
               _household_id, confirm_my_household_member.member_app_user_id,
               confirm_my_household_member.as_of) as confirmed;
end
$$;
