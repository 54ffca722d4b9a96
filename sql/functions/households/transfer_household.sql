-- Makes another member the owner of a household.
--
-- Called with a secret key, or with the token of the owner: then for the household that
-- `owner_app_user_id` owns, and without `household_id`.
-- Idempotent: the present owner stays the owner. Any member gets the household back unchanged then,
-- so that a repetition of the former owner is no error.
-- Null: household_id.
-- Locks: the household → both owners by uuid → their purchases by id.
-- Raises: household_not_found 404, not_household_owner 403, household_dissolved 409,
-- household_member_not_found 404.

create function api.transfer_household(
    household_id uuid, app_user_id text, owner_app_user_id text default null,
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _as_of timestamptz;
    _household_id constant uuid := coalesce(
        transfer_household.household_id,
        (api.lock_my_household(transfer_household.owner_app_user_id)).household_id);
    _answer json;
    _member entitlements.household_members;
begin
    perform api.lock_living_household(_household_id);
    _as_of := coalesce(transfer_household.as_of, clock_timestamp());
    _member := api.current_membership(_household_id, transfer_household.app_user_id);
    if transfer_household.household_id is null and not api.is_owner(_member) then
        perform api.lock_own_household(transfer_household.owner_app_user_id);
    end if;
    if _member is null then
        raise sqlstate 'PT404' using message = 'household_member_not_found',
            detail = 'The household has no member with this id.';
    end if;
    perform api.derive(
        api.changes_of(app_user_uuids => api.set_household_owner(
            _household_id, _member.member_id, _as_of)),
        'handover', array[_household_id::text]);
    _answer := api.household_json(_household_id, _as_of);
    return query
    select _as_of,
           case when transfer_household.household_id is null
                then api.household_seen_by(_answer, transfer_household.owner_app_user_id)
                else _answer end;
end
$$;
