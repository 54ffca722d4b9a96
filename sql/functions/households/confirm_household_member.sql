-- Confirms an app user who redeemed an invite: they become a member.
--
-- Called with a secret key, or with the token of the owner: then for the household that
-- `owner_app_user_id` owns, and without `household_id`.
-- Idempotent: a member is confirmed already.
-- Null: household_id.
-- Locks: the household → the app user → their purchases by id.
-- Raises: household_not_found 404, not_household_owner 403, household_member_not_found 404,
-- household_dissolved 409, already_in_household 409, cooldown 409, household_full 409.

create function api.confirm_household_member(
    household_id uuid, app_user_id text, owner_app_user_id text default null,
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _household_id constant uuid := coalesce(
        confirm_household_member.household_id,
        api.lock_own_household(confirm_household_member.owner_app_user_id));
    _as_of timestamptz;
    _invite entitlements.household_invites;
    _member entitlements.household_members;
begin
    perform api.lock_living_household(_household_id);
    -- A use that the app user made before joining must not get a later moment than the joining.
    perform api.lock_app_user(confirm_household_member.app_user_id);
    _as_of := coalesce(confirm_household_member.as_of, clock_timestamp());
    if api.current_membership(_household_id, confirm_household_member.app_user_id) is null then
        select waiting.* into _invite
          from entitlements.app_user_ids known
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
          join entitlements.household_invites waiting
            on waiting.tenant_id = _tenant_id
           and waiting.household_id = _household_id
           and waiting.redeemed_by_app_user_id = own.app_user_id
         where known.tenant_id = _tenant_id
           and known.app_user_id = confirm_household_member.app_user_id
           and waiting.revoked_at is null and waiting.member_id is null
         limit 1;
        if not found then
            raise sqlstate 'PT404' using message = 'household_member_not_found',
                detail = 'No app user with this id is waiting to join the household.';
        end if;
        _member := api.add_member(
            _invite.household_id, _invite.redeemed_by_app_user_id, _as_of,
            _invite.ignores_cooldown);
        perform api.derive(
            api.changes_of(app_user_uuids => array[_member.app_user_uuid]), 'join',
            array[_invite.household_id::text]);
        update entitlements.household_invites invite
           set member_id = _member.member_id
         where invite.tenant_id = _tenant_id and invite.household_id = _invite.household_id
           and invite.invite_id = _invite.invite_id;
    end if;
    return query
    select _as_of, api.household_json(_household_id, _as_of);
end
$$;
