-- Queues the next events that an erasure of an older release may concern; returns how many it read.
--
-- Such an erasure left its ids alone. So this searches every event received before it, `maximum` at
-- a time. The tenant is set to the erasure's.
-- Idempotent: an event has one row in the queue for each erasure.
-- Locks: the erasure, skipping locked rows.

create function api.queue_found_events(maximum integer, as_of timestamptz) returns bigint
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _erasure entitlements.erasures;
    _events record;
    _ids text[];
begin
    select * into _erasure from entitlements.erasures erasure
     where erasure.tenant_id = _tenant_id and erasure.finished_at is null
     order by erasure.erased_at
     limit 1
       for no key update skip locked;
    if not found then
        return 0;
    end if;
    select coalesce(array_agg(event.event_id) filter (where exists (
               select from unnest(_erasure.spellings) as spelled (id)
                where position(spelled.id in event.body) > 0)), '{}') as ids,
           (array_agg(event.event_id order by event.received_at desc, event.event_id desc))[1]
               as last_id,
           max(event.received_at) as last_received_at, count(*) as number
      into strict _events
      from (select next.event_id, next.received_at, next.body
              from entitlements.webhook_events next
             where next.tenant_id = _tenant_id
               and (next.received_at, next.event_id)
                   > (_erasure.looked_at_received_at, _erasure.looked_at_event_id)
               and next.received_at <= _erasure.erased_at
             order by next.received_at, next.event_id
             limit queue_found_events.maximum) as event;
    _ids := array(
        select distinct ('"' || convert_from(spelled.id, 'UTF8') || '"')::jsonb #>> '{}'
          from unnest(_erasure.spellings) as spelled (id));
    perform api.erase_events(
        _events.ids, _erasure.erasure_id, _ids,
        array(select 'erased-' || gen_random_uuid() from unnest(_ids)), 0);
    update entitlements.erasures erasure
       set looked_at_received_at = coalesce(
               _events.last_received_at, erasure.looked_at_received_at),
           looked_at_event_id = coalesce(_events.last_id, erasure.looked_at_event_id),
           spellings = case when _events.number = 0 then '{}' else erasure.spellings end,
           finished_at = case when _events.number = 0 then greatest(
               queue_found_events.as_of, erasure.erased_at) end
     where erasure.tenant_id = _tenant_id and erasure.erasure_id = _erasure.erasure_id;
    return greatest(_events.number, 1);
end
$$;
