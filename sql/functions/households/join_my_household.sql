-- Redeems an invite for the end user, who becomes a member or waits for the owner to confirm.
--
-- Called with an end user's token, for its app user. No cool-down is ignored. A member sees the
-- household without its invites; a waiting app user sees only its id and name.
-- Idempotent: the same app user and code again return the same household.
-- Locks: as join_household.
-- Raises: invite_not_found 404, invite_expired 410, already_in_household 409, cooldown 409,
-- household_full 409.

create function api.join_my_household(
    app_user_id text, code_digest bytea, as_of timestamptz default null)
returns table (answered_as_of timestamptz, is_confirmed boolean, answer json)
language plpgsql volatile rows 1
as $$
begin
    select * into strict answered_as_of, is_confirmed, answer
      from api.join_household(
               join_my_household.app_user_id, join_my_household.code_digest, false,
               join_my_household.as_of);
    answer := case when is_confirmed
                   then api.household_seen_by(answer, join_my_household.app_user_id)
                   else json_build_object('household_id', answer -> 'household_id',
                                          'name', answer -> 'name') end;
    return next;
end
$$;
