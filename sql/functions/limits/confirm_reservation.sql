-- Counts a reservation as used, at the moment when it was made.
--
-- Called with a secret key.
-- Idempotent: a used reservation stays used.
-- Locks: the household of a pool → the app user → its uses and the reservation.
-- Raises: reservation_not_found 404, reservation_released 409, reservation_expired 410.

create function api.confirm_reservation(
    reservation_id uuid, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _reservation entitlements.reservations := api.lock_reservation(
        confirm_reservation.reservation_id);
begin
    answered_as_of := coalesce(confirm_reservation.as_of, clock_timestamp());
    if _reservation.status = 'released' then
        raise sqlstate 'PT409' using message = 'reservation_released',
            detail = 'The reservation was released.';
    end if;
    if _reservation.status = 'reserved' then
        if _reservation.expires_at <= answered_as_of then
            raise sqlstate 'PT410' using message = 'reservation_expired',
                detail = 'The reservation has expired.';
        end if;
        update entitlements.reservations made
           set status = 'used'
         where made.tenant_id = entitlements.current_tenant_id()
           and made.reservation_id = _reservation.reservation_id
        returning * into strict _reservation;
        perform api.add_uses(array[_reservation]);
    end if;
    answer := api.usage_answer(
        _reservation, confirm_reservation.environment, answered_as_of);
    return next;
end
$$;
