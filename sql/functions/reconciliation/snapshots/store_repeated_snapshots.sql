-- Stores snapshots that equal the last one of an app user without newer evidence.
--
-- Answers their ids. The caller holds the app users. `last_read_at` has the read time of each last
-- snapshot.
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
    with added as (
        insert into entitlements.snapshots as snapshot
               (tenant_id, app_user_id, read_at, received_at, app_user_ids, run_id, content,
                purchase_ids, silent_products)
        select _tenant_id, item.app_user_id, item.read_at, item.received_at, last.app_user_ids,
               item.run_id, item.content, last.purchase_ids, last.silent_products
          from unnest(snapshots) with ordinality as item
         cross join lateral (
               select before.* from entitlements.snapshots before
                where before.tenant_id = _tenant_id and before.app_user_id = item.app_user_id
                  and before.read_at = store_repeated_snapshots.last_read_at[item.ordinality]
               offset 0) as last
         where item.ordinality = any (_held.numbers)
        returning snapshot.app_user_id, snapshot.read_at, snapshot.order_at, snapshot.purchase_ids,
               array_position(_held.ids, snapshot.app_user_id) as position),
    folded as (
        update entitlements.purchases purchase
           set (folded_at, folded_evidence_id) = (
               select added.order_at,
                      api.snapshot_evidence_id(added.app_user_id, added.read_at, '')
                 from added where purchase.purchase_id = any (added.purchase_ids))
         where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (array(
               select unnest(added.purchase_ids) from added)))
    update entitlements.app_users app_user
       set confirmed_at = greatest(app_user.confirmed_at, (
           select added.order_at from added
            where _held.app_users[added.position] = app_user.app_user_uuid))
     where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = any (array(
           select _held.app_users[added.position] from added));
    return _held.ids;
end
$$;
