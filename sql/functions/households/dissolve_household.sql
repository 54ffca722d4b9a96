-- Ends a household for all of its members.
--
-- Called with a secret key.
-- Idempotent: a dissolved household does not change.
-- Locks: the household → its members by uuid → their purchases by id → the reviews.
-- Raises: household_not_found 404.

create function api.dissolve_household(household_id uuid, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
begin
    perform api.lock_household(dissolve_household.household_id);
    perform api.lock_members(dissolve_household.household_id);
    perform api.derive(
        api.changes_of(app_user_uuids => api.end_household(
            dissolve_household.household_id,
            coalesce(dissolve_household.as_of, clock_timestamp()))),
        'dissolution', array[dissolve_household.household_id::text]);
end
$$;
