-- Ends a membership, and after the tenant's grace the access through the household.
--
-- Called with a secret key, or with the token of the owner: then for the household that
-- `owner_app_user_id` owns, and without `household_id`.
-- `because` is `left` or `removed`.
-- Idempotent: a former member stays a former member.
-- Null: household_id.
-- Locks: the household → its members by uuid → their purchases by id → the reviews.
-- Raises: household_not_found 404, not_household_owner 403, household_member_not_found 404,
-- owner_must_transfer 409.

create function api.remove_household_member(
    household_id uuid, app_user_id text, because text, owner_app_user_id text default null,
    as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _household_id constant uuid := coalesce(
        remove_household_member.household_id,
        api.lock_own_household(remove_household_member.owner_app_user_id));
    _member entitlements.household_members;
begin
    perform api.lock_household(_household_id);
    perform api.lock_members(_household_id);
    _member := api.current_membership(_household_id, remove_household_member.app_user_id);
    if _member.member_id is not null then
        perform api.derive(
            api.changes_of(app_user_uuids => api.depart_household(
                _household_id, _member.member_id,
                remove_household_member.because, (api.household_rules()).owner_leaves,
                coalesce(remove_household_member.as_of, clock_timestamp()))),
            'leave', array[_household_id::text]);
        return;
    end if;

    if not exists (
        select from entitlements.app_user_ids known
         cross join lateral api.memberships_of(known.app_user_uuid) as member
         where known.tenant_id = _tenant_id
           and known.app_user_id = remove_household_member.app_user_id
           and member.household_id = _household_id) then
        raise sqlstate 'PT404' using message = 'household_member_not_found',
            detail = 'The household has no member with this id.';
    end if;
end
$$;
