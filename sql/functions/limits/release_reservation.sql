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
    _covered bigint;
begin
    answered_as_of := coalesce(release_reservation.as_of, clock_timestamp());
    if _reservation.status = 'used' then
        _covered := case when _reservation.is_covered then _reservation.amount else 0 end;
        delete from entitlements.uses counted
         where counted.tenant_id = _tenant_id and counted.app_user_id = _reservation.app_user_id
           and counted.limit_id = _reservation.limit_id and counted.used_at = _reservation.made_at
           and counted.amount = _reservation.amount;
        if not found then
            update entitlements.uses counted
               set amount = counted.amount - _reservation.amount,
                   total = counted.total - _reservation.amount,
                   covered = counted.covered - _covered,
                   covered_total = counted.covered_total - _covered
             where counted.tenant_id = _tenant_id
               and counted.app_user_id = _reservation.app_user_id
               and counted.limit_id = _reservation.limit_id
               and counted.used_at = _reservation.made_at;
        end if;
        if found then
            update entitlements.uses later
               set total = later.total - _reservation.amount,
                   covered_total = later.covered_total - _covered
             where later.tenant_id = _tenant_id and later.app_user_id = _reservation.app_user_id
               and later.limit_id = _reservation.limit_id
               and later.used_at > _reservation.made_at;
        else -- The use was pruned: only limits that never reset count it.
            update entitlements.usage pruned
               set used = pruned.used - _reservation.amount, covered = pruned.covered - _covered
             where pruned.tenant_id = _tenant_id
               and pruned.app_user_id = _reservation.app_user_id
               and pruned.limit_id = _reservation.limit_id;
        end if;
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
