-- Makes another member the owner of a household.
--
-- Called with a secret key.
-- Idempotent: the present owner stays the owner.
-- Locks: the household → both owners by uuid → their purchases by id.
-- Raises: household_not_found 404, household_dissolved 409, household_member_not_found 404.

create function api.transfer_household(
    household_id uuid, app_user_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _as_of timestamptz;
    _member entitlements.household_members;
begin
    perform api.lock_living_household(transfer_household.household_id);
    _as_of := coalesce(transfer_household.as_of, clock_timestamp());
    _member := api.current_membership(
        transfer_household.household_id, transfer_household.app_user_id);
    if _member is null then
        raise sqlstate 'PT404' using message = 'household_member_not_found',
            detail = 'The household has no member with this id.';
    end if;
    perform api.derive(
        api.changes_of(app_user_uuids => api.set_household_owner(
            transfer_household.household_id, _member.member_id, _as_of)),
        'handover', array[transfer_household.household_id::text]);
    return query select _as_of, api.household_json(transfer_household.household_id, _as_of);
end
$$;
