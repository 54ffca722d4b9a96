-- Applies snapshots of different app users as one set; a dry run is undone.
--
-- Answers an outcome for each snapshot (see add_snapshots), the drift with its snapshot's place,
-- and what derive must update.
-- Idempotent: a snapshot counts once; in a run, an app user does.
-- Locks: the run's rows → as store_snapshots.
-- Raises: snapshot_malformed 422; project_not_recognised 409; HSET0 if two snapshots concern each
-- other; 40001.

create function api.apply_snapshots(
    snapshots jsonb[], received_at timestamptz, is_dry_run boolean, run_id uuid)
returns table (
    outcomes text[], differences entitlements.drift[], places integer[],
    changed entitlements.changes)
language plpgsql volatile rows 1
as $$
declare
    _item record;
    _due text[];
    _added record;
begin
    select array_agg(item.snapshot) as snapshots, array_agg((item.snapshot).app_user_id) as ids,
           array_agg((item.snapshot).app_user_id)
               filter (where item.is_of_another_project) as strangers
      into strict _item
      from api.snapshot_rows(
               apply_snapshots.snapshots, apply_snapshots.received_at, apply_snapshots.run_id)
           as item;
    if (select count(distinct named.id) from unnest(_item.ids) as named (id))
       < cardinality(_item.ids) then
        raise sqlstate 'HSET0';
    end if;
    _due := array(
        select * from api.finish_run_app_users(apply_snapshots.run_id, array(
            select unnest(_item.ids) except select unnest(_item.strangers)), 'read'));
    begin
        select * into strict _added
          from api.store_snapshots(
                   array(select snapshot from unnest(_item.snapshots) as snapshot
                          where snapshot.app_user_id = any (_due)),
                   array(select apply_snapshots.snapshots[named.place]
                           from unnest(_item.ids) with ordinality as named (id, place)
                          where named.id = any (_due) order by named.place));
        if apply_snapshots.is_dry_run then
            raise sqlstate 'HDRY0'; -- Undoes all writes; variables stay.
        end if;
    exception when sqlstate 'HDRY0' then
        _added.changed := api.changes_of();
    end;
    differences := api.store_drift(
        _added.differences, apply_snapshots.received_at, apply_snapshots.is_dry_run,
        apply_snapshots.run_id);
    places := array(
        select array_position(_item.ids, found.app_user_id) from unnest(differences) as found);
    outcomes := array(
        select case when named.id = any (_item.strangers) then 'unknown'
                    when named.id = any (_added.repeated) then 'repeated'
                    when named.id = any (_added.read) then 'read' else 'known' end
          from unnest(_item.ids) with ordinality as named (id, place)
         order by named.place);
    return query select outcomes, differences, places, _added.changed;
end
$$;
