-- Queues the other owner of each purchase that a snapshot moved without an event.
--
-- App users confirmed in the hour before the snapshot are skipped. Otherwise two app users that
-- RevenueCat lists as owners would be read in turns for ever.
-- Locks: as queue_snapshots; the caller takes no other locks after them.

create function api.queue_other_sides(differences entitlements.drift[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if not exists (
        select from unnest(differences) as drift where drift.cause = 'transfer_one_sided') then
        return;
    end if;
    perform api.queue_snapshots(array(
        select side.id
          from unnest(differences) as drift
         cross join lateral (
               values (drift.before ->> 'app_user_id'), (drift.after ->> 'app_user_id'))
               as side (id)
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = side.id
          join entitlements.app_users app_user
            on app_user.tenant_id = _tenant_id and app_user.app_user_uuid = own.app_user_uuid
         where drift.cause = 'transfer_one_sided'
           and side.id <> all (api.ids_of_app_user(drift.app_user_id))
           and coalesce(app_user.confirmed_at, '-infinity') < interval '-1 hour' + (
               select max(snapshot.order_at) from entitlements.snapshots snapshot
                where snapshot.tenant_id = _tenant_id
                  and snapshot.app_user_id = drift.app_user_id)));
end
$$;
