-- Gives back what an app user reserved or used of a limit under a reference.
--
-- Called with a secret key, with any id of the app user.
-- Idempotent: a reference that was released shows its last release.
-- Locks: the household of a pool → the app user → its uses and the reservation.
-- Raises: reservation_not_found 404.

create function api.release_use(
    app_user_id text, limit_id text, reference text, environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _reservation_id uuid;
begin
    -- Only for known ids: lock_uses would create an app user.
    if api.ids_of_app_user(release_use.app_user_id) <> '{}' then
        perform api.lock_uses(array[release_use.app_user_id], array[release_use.limit_id]);
    end if;
    select made.reservation_id into _reservation_id
      from unnest(api.ids_of_app_user(release_use.app_user_id)) as known (id)
     cross join lateral (
           select * from (
               select own.* from entitlements.reservations own
                where own.tenant_id = _tenant_id and own.app_user_id = known.id
                  and own.limit_id = release_use.limit_id
                  and own.reference = release_use.reference and own.status <> 'released'
                union all
               select own.* from entitlements.reservations own
                where own.tenant_id = _tenant_id and own.app_user_id = known.id
                  and own.limit_id = release_use.limit_id
                  and own.reference = release_use.reference and own.status = 'released') as one
            offset 0) as made
     order by made.status = 'released', made.made_at desc, made.reservation_id
     limit 1;
    -- An unknown reference has the nil UUID, which no reservation has.
    return query
    select released.answered_as_of, released.answer
      from api.release_reservation(
               coalesce(_reservation_id, '00000000-0000-0000-0000-000000000000'),
               release_use.environment, release_use.as_of) as released;
end
$$;
