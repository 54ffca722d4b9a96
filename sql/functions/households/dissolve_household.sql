-- Ends a household for all of its members.
--
-- Called with a secret key, or with the token of the owner: then for the household that
-- `owner_app_user_id` owns, and without `household_id`.
-- Idempotent: a dissolved household does not change, and an app user in none dissolves none.
-- Null: household_id.
-- Locks: the household → its members by uuid → their purchases by id → the reviews.
-- Raises: household_not_found 404, not_household_owner 403.

create function api.dissolve_household(
    household_id uuid, owner_app_user_id text default null, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
declare
    _household_id constant uuid := coalesce(
        dissolve_household.household_id,
        (api.households_of(array[dissolve_household.owner_app_user_id]))[1]);
begin
    if _household_id is null then
        return;
    end if;
    perform api.lock_household(_household_id);
    if dissolve_household.household_id is null then
        -- They may have left it, or dissolved it, during the wait.
        if (api.current_membership(
                _household_id, dissolve_household.owner_app_user_id)).member_id is null then
            return;
        end if;
        perform api.lock_own_household(dissolve_household.owner_app_user_id);
    end if;
    perform api.lock_members(_household_id);
    perform api.derive(
        api.changes_of(app_user_uuids => api.end_household(
            _household_id,
            coalesce(dissolve_household.as_of, clock_timestamp()))),
        'dissolution', array[_household_id::text]);
end
$$;
