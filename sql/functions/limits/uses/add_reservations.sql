-- Stores the reservations of a call, and its uses that have a reference.
--
-- The caller has locked the app users. Of a use without a reference only the sum is kept (see
-- add_uses). An expired reservation under the same reference is released first, to free the
-- reference.
-- Locks: none beyond the caller's.

create function api.add_reservations(
    taken entitlements.reservations[], as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _made constant entitlements.reservations[] := array(
        select made from unnest(add_reservations.taken) as made
         where made.reservation_id is not null);
begin
    if _made = '{}' then
        return;
    end if;
    update entitlements.reservations expired
       set status = 'released'
      from unnest(_made) as made
      join entitlements.app_user_ids known
        on known.tenant_id = _tenant_id and known.app_user_id = made.app_user_id
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
     where expired.tenant_id = _tenant_id and expired.app_user_id = own.app_user_id
       and expired.limit_id = made.limit_id and expired.reference = made.reference
       and expired.status = 'reserved' and expired.expires_at <= add_reservations.as_of;
    insert into entitlements.reservations
    select made.* from unnest(_made) as made;
end
$$;
