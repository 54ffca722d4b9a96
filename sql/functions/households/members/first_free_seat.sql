-- Returns the lowest free seat of a household; null if there are as many members as seats.
--
-- After seats were lost, a low number can be free although there are more members than seats. So
-- the members are counted too.
-- Locks: none; the caller has locked the household.

create function api.first_free_seat(household_id uuid, seats integer) returns integer
language plpgsql stable
as $$
declare
    _taken constant integer[] := array(
        select member.seat from entitlements.household_members member
         where member.tenant_id = entitlements.current_tenant_id()
           and member.household_id = first_free_seat.household_id and member.left_at is null);
begin
    if cardinality(_taken) >= first_free_seat.seats then
        return null;
    end if;
    return (select min(seat) from generate_series(1, first_free_seat.seats) as numbered (seat)
             where seat <> all (_taken));
end
$$;
