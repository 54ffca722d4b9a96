-- Returns a reservation, with its app user and its pool locked so that nothing else changes it.
--
-- Locks: the household of a pool → the app user.
-- Raises: reservation_not_found 404.

create function api.lock_reservation(reservation_id uuid) returns entitlements.reservations
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _reservation entitlements.reservations;
begin
    -- The app user id never changes. The other columns are read after the lock.
    perform api.lock_uses(array[made.app_user_id], array[made.limit_id]),
            -- The limit may have left the catalog.
            api.lock_app_user(made.app_user_id)
       from entitlements.reservations made
      where made.tenant_id = _tenant_id
        and made.reservation_id = lock_reservation.reservation_id;
    select * into _reservation from entitlements.reservations made
     where made.tenant_id = _tenant_id
       and made.reservation_id = lock_reservation.reservation_id;
    if not found then
        raise sqlstate 'PT404' using message = 'reservation_not_found',
            detail = 'The tenant has no reservation with this id.';
    end if;
    return _reservation;
end
$$;
