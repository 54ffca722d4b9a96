-- Returns the household of an app user, with the invites only if the app user owns it.
--
-- Called with an end user's token. No row: they are in none.

create function api.get_my_household(app_user_id text)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
begin
    return query
    select household.answered_as_of,
           api.household_seen_by(household.answer, get_my_household.app_user_id)
      from api.get_app_user_household(get_my_household.app_user_id) as household;
end
$$;
