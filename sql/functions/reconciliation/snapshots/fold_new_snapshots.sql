-- Stores new snapshots of different app users and folds the purchases they list.
--
-- Answers the drift and what it touched. The caller holds the app users named; no snapshot is
-- stored yet. `repeated` are the ids of repeated snapshots.
-- Locks: app users by uuid → purchases by id.
-- Raises: HSET0 if two snapshots concern each other; project_not_recognised 409; 40001.

create function api.fold_new_snapshots(
    snapshots entitlements.snapshots[], listed entitlements.evidence[], repeated text[])
returns entitlements.snapshot_outcome
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _held record;
    _listed entitlements.evidence[];
    _added entitlements.snapshots[];
    _folded record;
    _asked text[] := array[]::text[];
    _before entitlements.purchases[] := array[]::entitlements.purchases[];
    _after entitlements.purchases[] := array[]::entitlements.purchases[];
    _same entitlements.purchases[] := array[]::entitlements.purchases[];
begin
    select * into strict _held from api.lock_snapshot_purchases(snapshots, listed, repeated);
    _listed := api.match_listed_purchases(listed, _held.purchase_ids);
    perform api.require_known_project(snapshots, _listed, _held.app_user_ids, _held.purchase_ids);
    with added as (
        insert into entitlements.snapshots as snapshot
               (tenant_id, app_user_id, read_at, received_at, app_user_ids, run_id, content,
                purchase_ids, silent_products)
        select item.tenant_id, item.app_user_id, item.read_at, item.received_at, item.app_user_ids,
               item.run_id, item.content, coalesce(named.purchase_ids, '{}'),
               item.silent_products
          from unnest(snapshots) as item
          left join (
               select entry.app_user_id, array_agg(entry.purchase_id) as purchase_ids
                 from unnest(_listed) as entry
                group by entry.app_user_id) as named using (app_user_id)
        returning snapshot)
    select array_agg(added.snapshot) into strict _added from added;
    update entitlements.app_users app_user
       set confirmed_at = greatest(app_user.confirmed_at, item.order_at)
      from unnest(snapshots) as item
     cross join lateral api.app_user_of(item.app_user_id) as known
     cross join lateral (
           select one.ctid as place from entitlements.app_users one
            where one.tenant_id = _tenant_id and one.app_user_uuid = known.app_user_uuid
           offset 0) as found
     where app_user.tenant_id = _tenant_id and app_user.ctid = found.place;

    for _folded in
        select * from api.fold_listed_purchases(_listed) union all
        select * from api.fold_unlisted_purchases(_added, _held.app_user_ids, _held.purchase_ids)
    loop
        if api.is_changed(_folded.before, _folded.after) then
            _asked := _asked || _folded.app_user_id;
            _before := _before || _folded.before;
            _after := _after || _folded.after;
        else
            _same := _same || _folded.after;
        end if;
    end loop;
    update entitlements.purchases stored
       set (folded_at, folded_rank, folded_evidence_id)
         = (folded.folded_at, folded.folded_rank, folded.folded_evidence_id)
      from unnest(_same) as folded
     cross join lateral (
           select one.ctid as place from entitlements.purchases one
            where one.tenant_id = _tenant_id and one.purchase_id = folded.purchase_id
           offset 0) as found
     where stored.tenant_id = _tenant_id and stored.ctid = found.place
       and stored.folded_evidence_id <> folded.folded_evidence_id;
    return api.store_snapshot_changes(_added, _asked, _before, _after);
end
$$;
