-- Drops the bodies of the tenant's oldest events that were applied until `kept_from`.
--
-- It looks at `maximum` events, and at all of the last one's moment. An event counts from when it
-- was received, or applied if that was later. `dropped` counts bodies, `until` is the moment of
-- the last event, and `is_locked` says whether one was left because another transaction has it.
-- Looks rows up by key (plans: rule 3).
-- Null: until.
-- Locks: the events, skipping locked ones.

create function api.drop_event_bodies(
    kept_from timestamptz, maximum integer, as_of timestamptz)
returns table (events bigint, dropped bigint, until timestamptz, is_locked boolean)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _from constant timestamptz := coalesce((
        select done.dropped_until from entitlements.dropped_bodies done
         where done.tenant_id = _tenant_id), '-infinity');
    _due text[];
    _places tid[];
begin
    select count(*), max(old.at), coalesce(array_agg(old.event_id) filter (
               where old.status = 'applied' and old.body_dropped_at is null and exists (
                   select from entitlements.evidence evidence
                    where evidence.tenant_id = _tenant_id
                      and evidence.evidence_id = old.event_id)), '{}')
      into events, until, _due
      from (select * from (
                select event.event_id, event.status, event.body_dropped_at, event.received_at as at
                  from entitlements.webhook_events event
                 where event.tenant_id = _tenant_id and event.received_at > _from
                   and event.received_at <= drop_event_bodies.kept_from
                   and event.applied_at is null
                 order by event.received_at
                 fetch first (drop_event_bodies.maximum) rows with ties) as at_once
             union all
            select * from (
                select event.event_id, event.status, event.body_dropped_at, event.applied_at
                  from entitlements.webhook_events event
                 where event.tenant_id = _tenant_id and event.applied_at > _from
                   and event.applied_at <= drop_event_bodies.kept_from
                 order by event.applied_at
                 fetch first (drop_event_bodies.maximum) rows with ties) as late
             order by at
             fetch first (drop_event_bodies.maximum) rows with ties) as old;
    _places := array(
        select held.place from unnest(_due) as named (id)
         cross join lateral (
               select event.ctid as place from entitlements.webhook_events event
                where event.tenant_id = _tenant_id and event.event_id = named.id
                  and event.body_dropped_at is null
               offset 0 for no key update skip locked) as held);
    update entitlements.webhook_events event
       set body = null, body_dropped_at = drop_event_bodies.as_of
     where event.tenant_id = _tenant_id and event.ctid = any (_places);
    get diagnostics dropped = row_count;
    is_locked := dropped < cardinality(_due);
    return next;
end
$$;
