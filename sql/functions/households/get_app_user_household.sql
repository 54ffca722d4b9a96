-- Returns the household of an app user at a moment.
--
-- Called with any key of the tenant. No row: they were in none.

create function api.get_app_user_household(app_user_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(get_app_user_household.as_of, now());
    _household_id constant uuid := api.household_at(get_app_user_household.app_user_id, _as_of);
begin
    return query
    select _as_of, api.household_json(_household_id, _as_of)
     where _household_id is not null;
end
$$;
