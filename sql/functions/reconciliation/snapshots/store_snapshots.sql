-- Stores snapshots of different app users and folds the purchases they list.
--
-- `snapshots` are rows, `bodies` their JSON. Answers the ids whose snapshots are new (`read`) or
-- equal the last one (`repeated`), the drift, and what derive must update.
-- Most snapshots repeat the last one, and then only the snapshot row is new.
-- Idempotent: a snapshot counts once.
-- Locks: tenant and households (where ids are joined) → transactions (of new purchases) → app users
-- by uuid → the tenant's upstream row, skipping a locked one → purchases by id.
-- Raises: snapshot_malformed 422; project_not_recognised 409; HSET0 if two snapshots concern each
-- other; 40001.

create function api.store_snapshots(snapshots entitlements.snapshots[], bodies jsonb[])
returns table (
    read text[], repeated text[], differences entitlements.drift[], changed entitlements.changes)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _joined constant entitlements.snapshot_outcome := api.join_snapshot_ids(snapshots);
    _changed entitlements.changes := _joined.changed;
    _said record;
    _new entitlements.snapshots[];
    _listed entitlements.evidence[];
    _folded entitlements.snapshot_outcome;
begin
    select coalesce(array_agg(said.place), '{}') as places,
           array_agg(snapshots[said.place]) as snapshots, array_agg(said.last_read_at) as last
      into strict _said
      from api.match_last_snapshots(snapshots, store_snapshots.bodies) as said;
    if cardinality(_said.places) < cardinality(snapshots) then
        perform api.lock_transactions(array(
            select * from api.unknown_transactions(array(
                select body -> 'purchases'
                  from unnest(store_snapshots.bodies) with ordinality as item (body, place)
                 where item.place <> all (_said.places)))));
    end if;
    perform api.lock_related_app_users(array(
        select unnest(snapshot.app_user_ids) from unnest(snapshots) as snapshot));
    repeated := api.store_repeated_snapshots(_said.snapshots, _said.last);
    _new := api.unstored_snapshots(snapshots, repeated);
    read := array(select snapshot.app_user_id from unnest(_new) as snapshot);
    differences := _joined.differences;
    if cardinality(_new) > 0 then
        _listed := api.snapshot_evidence(_new, array(
            select store_snapshots.bodies[item.ordinality]
              from unnest(snapshots) with ordinality as item
             where item.app_user_id = any (read) order by item.ordinality));
        perform api.recognise_refunds(_new, store_snapshots.bodies);
        _folded := api.fold_new_snapshots(_new, _listed, repeated);
        differences := differences || _folded.differences;
        _changed := api.all_changes(_changed, _folded.changed);
    end if;
    if cardinality(differences) > 0 then
        update entitlements.snapshots snapshot set has_drift = true
          from unnest(_new || array(
                   select again from unnest(snapshots) as again
                    where again.app_user_id = any (repeated))) as item
         where item.app_user_id = any (array(
               select found.app_user_id from unnest(differences) as found))
           and snapshot.tenant_id = _tenant_id
           and snapshot.app_user_id = item.app_user_id and snapshot.read_at = item.read_at;
    end if;
    return query select read, repeated, differences, _changed;
end
$$;
