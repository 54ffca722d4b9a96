-- Returns the seat that an app user may take in a household, and how many seats there are.
--
-- Locks: none; the caller has locked the household and the app user.
-- Raises: already_in_household 409, household_full 409, cooldown 409.

create function api.allowed_seat(
    household_id uuid, app_user_uuid uuid, as_of timestamptz, ignore_cooldown boolean,
    out seat integer, out seats integer)
language plpgsql stable
as $$
begin
    if exists (
        select from entitlements.household_members member
         where member.tenant_id = entitlements.current_tenant_id()
           and member.app_user_uuid = allowed_seat.app_user_uuid and member.left_at is null) then
        raise sqlstate 'PT409' using message = 'already_in_household',
            detail = 'This app user is already a member of a household.';
    end if;

    allowed_seat.seats :=
        (api.household_seats(allowed_seat.household_id, allowed_seat.as_of)).seats;
    allowed_seat.seat := api.first_free_seat(allowed_seat.household_id, allowed_seat.seats);
    if allowed_seat.seat is null then
        raise sqlstate 'PT409' using message = 'household_full',
            detail = 'Every seat of the household is taken.';
    end if;

    if not allowed_seat.ignore_cooldown then
        perform api.require_no_cooldown(
            allowed_seat.household_id, allowed_seat.app_user_uuid, allowed_seat.as_of);
        perform api.require_joins_left(allowed_seat.household_id, allowed_seat.as_of);
    end if;
end
$$;
