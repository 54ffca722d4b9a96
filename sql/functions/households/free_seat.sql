-- The lowest seat of a household that nobody has; null when there are as many members as seats.
--
-- internal: called by allowed_seat, for a caller who holds the household.
-- After seats were lost there may be more members than seats and still a low number free, so the
-- members are counted too.
-- Locks: none beyond the caller's.

create function api.free_seat(household_id uuid, seats integer) returns integer
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _taken constant integer[] := array(
        select member.seat from entitlements.household_members member
         where member.tenant_id = entitlements.current_tenant_id()
           and member.household_id = free_seat.household_id and member.left_at is null);
begin
    if cardinality(_taken) >= free_seat.seats then
        return null;
    end if;
    return (select min(seat) from generate_series(1, free_seat.seats) as numbered (seat)
             where seat <> all (_taken));
end
$$;
