-- Makes another member the owner of the household that the end user owns.
--
-- Called with an end user's token, for its app user.
-- Idempotent: if that member is the owner already, any member gets the household back unchanged, so
-- that a repetition of the former owner is no error.
-- Locks: the household → both owners by uuid → their purchases by id.
-- Raises: household_not_found 404, not_household_owner 403, household_member_not_found 404.

create function api.transfer_my_household(
    app_user_id text, member_app_user_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _household_id constant uuid :=
        (api.lock_my_household(transfer_my_household.app_user_id)).household_id;
begin
    if not api.is_owner(api.current_membership(
               _household_id, transfer_my_household.member_app_user_id)) then
        perform api.lock_own_household(transfer_my_household.app_user_id);
    end if;
    return query
    select transferred.answered_as_of,
           api.household_seen_by(transferred.answer, transfer_my_household.app_user_id)
      from api.transfer_household(
               _household_id, transfer_my_household.member_app_user_id,
               transfer_my_household.as_of) as transferred;
end
$$;
