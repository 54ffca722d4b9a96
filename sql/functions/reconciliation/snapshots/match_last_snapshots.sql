-- Finds the snapshots that say and mean the same as the last one of the app user.
--
-- `bodies` is the JSON of `snapshots`; `place` is the place of a snapshot, `last_read_at` the
-- read time of the last one. The meaning differs if an entry began or ended in between, or gives
-- access beyond its expiry.
-- Raises: snapshot_malformed 422.

create function api.match_last_snapshots(snapshots entitlements.snapshots[], bodies jsonb[])
returns table (place integer, last_read_at timestamptz)
language plpgsql stable rows 16
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select item.ordinality::integer, last.read_at
      from unnest(snapshots) with ordinality as item
     cross join lateral (
           select earlier.read_at, earlier.order_at, earlier.content
             from entitlements.snapshots earlier
            where earlier.tenant_id = _tenant_id and earlier.app_user_id = item.app_user_id
            order by earlier.read_at desc
            limit 1) as last
     where last.content = item.content
       and last.read_at < item.read_at and last.order_at < item.order_at
       and not exists (
           select from jsonb_to_recordset(
                      match_last_snapshots.bodies[item.ordinality] -> 'purchases') as listed (
                  purchased_at timestamptz, original_purchased_at timestamptz,
                  expires_at timestamptz, gives_access boolean)
            where listed.expires_at > last.order_at and listed.expires_at <= item.order_at
               or greatest(listed.purchased_at, listed.original_purchased_at) > last.order_at
               or listed.gives_access and listed.expires_at <= item.order_at);
exception when data_exception then
    raise sqlstate 'PT422' using message = 'snapshot_malformed',
        detail = 'A purchase in the snapshot has a value of the wrong type.';
end
$$;
