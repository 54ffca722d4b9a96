-- Returns the seat that an app user may take in a household, and how many seats there are.
--
-- Locks: none; the caller has locked the household and the app user.
-- Raises: already_in_household 409, household_full 409, cooldown 409.

create function api.allowed_seat(
    household_id uuid, app_user_uuid uuid, as_of timestamptz, ignore_cooldown boolean,
    out seat integer, out seats integer)
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _taken integer[];
    _retry_at timestamptz;
begin
    if exists (
        select from api.memberships_of(allowed_seat.app_user_uuid) as member
         where member.left_at is null) then
        raise sqlstate 'PT409' using message = 'already_in_household',
            detail = 'This app user is already a member of a household.';
    end if;

    allowed_seat.seats :=
        (api.household_seats(allowed_seat.household_id, allowed_seat.as_of)).seats;
    _taken := array(
        select member.seat from api.members_of(allowed_seat.household_id) as member
         where member.left_at is null);
    -- After seats were lost, a low number can be free although there are more members than seats.
    allowed_seat.seat := (
        select min(number) from generate_series(1, allowed_seat.seats) as number
         where number <> all (_taken) and cardinality(_taken) < allowed_seat.seats);
    if allowed_seat.seat is null then
        raise sqlstate 'PT409' using message = 'household_full',
            detail = 'Every seat of the household is taken.';
    end if;

    if not allowed_seat.ignore_cooldown then
        perform api.require_no_cooldown(
            allowed_seat.household_id, allowed_seat.app_user_uuid, allowed_seat.as_of);
        -- Many joins would pass seats around: this one waits until another is 30 days old. The
        -- founder does not count.
        select member.joined_at + interval '30 days' into _retry_at
          from entitlements.household_invites invite
         cross join lateral api.membership(invite.household_id, invite.member_id) as member
         where invite.tenant_id = _tenant_id and invite.household_id = allowed_seat.household_id
         order by member.joined_at desc
        offset (api.household_rules()).joins_per_30_days - 1
         limit 1;
        if _retry_at > allowed_seat.as_of then
            raise sqlstate 'PT409' using message = 'cooldown',
                detail = 'Too many people joined this household within 30 days.',
                hint = json_build_object('retry_at', api.rfc3339(_retry_at));
        end if;
    end if;
end
$$;
