-- Returns the newest snapshots of a timeline, each with how it differed from what was believed.
--
-- Equal snapshots are one entry, at the last of them.
-- A dry run keeps its differences only: they are one entry for each moment, with `dry_run`.

create function api.timeline_of_snapshots(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 50
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if coalesce(asked.with_kind <> 'snapshot', false) then
        return;
    end if;
    return query
    select 'snapshot', newest.recorded_at, newest.place, newest.app_user_id,
           json_build_object(
               'read_at', api.rfc3339(newest.read_at),
               'first_read_at', api.rfc3339(newest.first_read_at), 'run_id', newest.run_id,
               'dry_run', newest.read_at is null, 'has_drift', newest.has_drift,
               'drift', coalesce(found.drift, '[]'))
      from (select taken.* from (
                select snapshot.received_at as recorded_at,
                       'snapshot ' || snapshot.app_user_id || ' '
                       || extract(epoch from snapshot.read_at) as place,
                       snapshot.app_user_id, snapshot.read_at, snapshot.first_read_at,
                       snapshot.run_id, snapshot.has_drift
                  from unnest(asked.app_user_ids) as own (id)
                 cross join lateral (
                       select one.* from entitlements.snapshots one
                        where one.tenant_id = _tenant_id and one.app_user_id = own.id
                       offset 0) as snapshot
                 union all
                select distinct dry.found_at, 'dry run ' || dry.app_user_id,
                       dry.app_user_id, null::timestamptz, null::timestamptz, dry.run_id, true
                  from unnest(asked.app_user_ids) as own (id)
                 cross join lateral (
                       select one.* from entitlements.drift one
                        where one.tenant_id = _tenant_id and one.app_user_id = own.id
                          and one.is_dry_run
                       offset 0) as dry) as taken
             where api.is_earlier(taken.recorded_at, taken.place, asked)
             order by taken.recorded_at desc, taken.place collate "C" desc
             limit asked.maximum) as newest
      left join lateral (
           select json_agg(json_build_object(
                      'purchase_id', one.purchase_id, 'product_id', one.product_id,
                      'environment', one.environment, 'cause', one.cause,
                      'access_affected', one.access_affected,
                      'before', one.before, 'after', one.after)
                      order by one.drift_id) as drift
             from entitlements.drift one
            where newest.has_drift
              and one.tenant_id = _tenant_id and one.app_user_id = newest.app_user_id
              and one.found_at = newest.recorded_at
              and one.is_dry_run = (newest.read_at is null)) as found on true;
end
$$;
