-- Makes an app user a member of a household.
--
-- The grace from a previous household ends. The caller has locked the household.
-- Locks: the app user → their purchases by id → the reviews. Unique indexes refuse a second
-- household and a seat taken twice.
-- Raises: already_in_household 409, cooldown 409, household_full 409.

create function api.add_member(
    household_id uuid, app_user_id text, as_of timestamptz, ignore_cooldown boolean)
returns entitlements.household_members
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_user_uuid constant uuid := api.lock_app_user(add_member.app_user_id);
    _seat integer;
    _seats integer;
    _member entitlements.household_members;
begin
    perform api.lock_owned_purchases(array[_app_user_uuid]);
    select allowed.seat, allowed.seats into strict _seat, _seats
      from api.allowed_seat(
               add_member.household_id, _app_user_uuid, add_member.as_of,
               add_member.ignore_cooldown) as allowed;

    update entitlements.household_members member
       set access_ends_at = greatest(member.left_at, add_member.as_of),
           promised_until = member.access_ends_at
     where member.tenant_id = _tenant_id and member.app_user_uuid = _app_user_uuid
       and member.access_ends_at > greatest(member.left_at, add_member.as_of);
    insert into entitlements.household_members
           (tenant_id, household_id, app_user_id, app_user_uuid, seat, seats, joined_at)
    select _tenant_id, add_member.household_id, add_member.app_user_id, _app_user_uuid,
           _seat, _seats, greatest(add_member.as_of, max(member.left_at))
      from entitlements.household_members member
     where member.tenant_id = _tenant_id and member.app_user_uuid = _app_user_uuid
    returning * into _member;
    perform api.queue_seat_review(
        array[add_member.household_id], add_member.as_of);
    return _member;
end
$$;
