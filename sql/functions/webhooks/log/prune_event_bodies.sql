-- Drops the bodies of applied webhook events that are older than their tenant keeps them.
--
-- Returns how many events it looked at, at most `maximum`, those of one moment together; the oldest
-- first. Only an event that became evidence loses its body: evidence says what it said. Goes
-- through the tenants one at a time, and leaves none set.
-- An event counts from when it was applied. While one is locked, its tenant is looked at again from
-- the same moment; then only dropped bodies count.
-- Idempotent: a dropped body stays dropped.
-- Locks: the events, skipping locked ones → the row that says how far.

create function api.prune_event_bodies(maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _as_of constant timestamptz := coalesce(prune_event_bodies.as_of, now());
    _tenant record;
    _looked record;
    _pruned bigint := 0;
begin
    for _tenant in
        select tenant.tenant_id,
               _as_of - make_interval(days => tenant.event_bodies_kept_days) as kept_from
          from entitlements.tenants tenant
         where tenant.tenant_id <> all (_away) order by tenant.tenant_id
    loop
        exit when _pruned >= prune_event_bodies.maximum;
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        select * into strict _looked
          from api.drop_event_bodies(
                   _tenant.kept_from, prune_event_bodies.maximum - _pruned::integer, _as_of);
        continue when _looked.events = 0; -- The usual case.
        if _looked.is_locked then
            _pruned := _pruned + _looked.dropped;
        else
            _pruned := _pruned + _looked.events;
            insert into entitlements.dropped_bodies as done (tenant_id, dropped_until)
            values (_tenant.tenant_id, _looked.until)
                on conflict on constraint dropped_bodies_pkey do update
               set dropped_until = greatest(done.dropped_until, excluded.dropped_until);
        end if;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
    return _pruned;
end
$$;
