-- Gives back a reserved amount, or one used under a reference.
--
-- Called with a secret key: the job failed, or the counted thing was deleted. The amount leaves
-- every window that counts its use.
-- Idempotent: an amount is given back once.
-- Locks: the household of a pool → the app user → its uses and the reservation.
-- Raises: reservation_not_found 404.

create function api.release_reservation(
    reservation_id uuid, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _reservation entitlements.reservations := api.lock_reservation(
        release_reservation.reservation_id);
begin
    answered_as_of := coalesce(release_reservation.as_of, clock_timestamp());
    if _reservation.status = 'used' then
        perform api.return_use(_reservation);
    end if;
    update entitlements.reservations made
       set status = 'released'
     where made.tenant_id = _tenant_id
       and made.reservation_id = _reservation.reservation_id
    returning * into strict _reservation;
    answer := api.usage_answer(
        _reservation, release_reservation.environment, answered_as_of);
    return next;
end
$$;
