-- Stores snapshots that equal the last one of an app user without newer evidence.
--
-- Answers their ids. The caller holds the app users. `last_read_at` has the read time of each last
-- snapshot.
-- The row of the last one moves to the later moment, and keeps when it was read first. After drift,
-- or evidence that arrived meanwhile, a new row begins: what was known differs within one row else.
-- The result is that of store_snapshots: the same purchases as in the last snapshot, folded up to
-- this one.
-- Locks: their purchases, skipping locked ones.

create function api.store_repeated_snapshots(
    snapshots entitlements.snapshots[], last_read_at timestamptz[])
returns text[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _held record;
begin
    if snapshots is null then
        return array[]::text[];
    end if;
    select coalesce(array_agg((snapshots[held.number]).app_user_id), '{}') as ids,
           array_agg(held.number) as numbers, array_agg(held.app_user_uuid) as app_users
      into strict _held
      from api.lock_unchanged_app_users(
               array(select snapshot.app_user_id from unnest(snapshots) as snapshot),
               store_repeated_snapshots.last_read_at) as held;
    with said as materialized (
        select last.place, last.has_drift or later.has_later as is_apart, item.app_user_id,
               item.read_at, item.received_at, last.app_user_ids, item.run_id, item.content,
               last.purchase_ids, last.silent_products
          from unnest(snapshots) with ordinality as item
         cross join lateral (
               select before.*, before.ctid as place from entitlements.snapshots before
                where before.tenant_id = _tenant_id and before.app_user_id = item.app_user_id
                  and before.read_at = store_repeated_snapshots.last_read_at[item.ordinality]
               offset 0) as last
         cross join lateral api.has_later_arrivals(
               _held.app_users[array_position(_held.ids, item.app_user_id)], last.purchase_ids,
               last.received_at) as later
         where item.ordinality = any (_held.numbers)),
    moved as (
        update entitlements.snapshots snapshot
           set read_at = said.read_at, received_at = said.received_at, run_id = said.run_id,
               first_read_at = coalesce(snapshot.first_read_at, snapshot.read_at),
               first_received_at = coalesce(snapshot.first_received_at, snapshot.received_at)
          from said
         where snapshot.tenant_id = _tenant_id and snapshot.ctid = said.place
           and not said.is_apart
        returning snapshot.app_user_id, snapshot.read_at, snapshot.order_at,
                  api.order_of(snapshot.read_at, snapshot.received_at) as place,
                  snapshot.purchase_ids),
    added as (
        insert into entitlements.snapshots as snapshot
               (tenant_id, app_user_id, read_at, received_at, app_user_ids, run_id, content,
                purchase_ids, silent_products)
        select _tenant_id, said.app_user_id, said.read_at, said.received_at, said.app_user_ids,
               said.run_id, said.content, said.purchase_ids, said.silent_products
          from said where said.is_apart
        returning snapshot.app_user_id, snapshot.read_at, snapshot.order_at,
                  api.order_of(snapshot.read_at, snapshot.received_at) as place,
                  snapshot.purchase_ids),
    stored as (
        select one.*, array_position(_held.ids, one.app_user_id) as position
          from (select * from moved union all select * from added) as one),
    folded as (
        update entitlements.purchases purchase
           set (folded_at, folded_evidence_id) = (
               select stored.place,
                      api.snapshot_evidence_id(stored.app_user_id, stored.read_at, '')
                 from stored where purchase.purchase_id = any (stored.purchase_ids))
         where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (array(
               select unnest(stored.purchase_ids) from stored)))
    update entitlements.app_users app_user
       set confirmed_at = greatest(app_user.confirmed_at, (
           select stored.order_at from stored
            where _held.app_users[stored.position] = app_user.app_user_uuid))
     where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = any (array(
           select _held.app_users[stored.position] from stored));
    return _held.ids;
end
$$;
