-- Empties the next stored events that name an erased app user.
--
-- Returns is_done if it finds no unfinished, unlocked erasure. Otherwise the caller calls again.
-- Events are stored as bytes, so this searches every event received before the erasure, `maximum`
-- at a time. A matching event keeps its id, so a redelivery still counts as a duplicate. A failed
-- one is not retried.
-- security definer because the erased app user may be in any tenant; it returns only whether all is
-- done.
-- Locks: the erasure, skipping locked rows → the events.

create function api.erase_webhook_events(maximum integer, as_of timestamptz default null)
returns table (is_done boolean)
language plpgsql volatile security definer rows 1
as $$
declare
    _erasure entitlements.erasures;
    _events record;
    _away constant uuid[] := api.tenants_away();
begin
    select * into _erasure from entitlements.erasures erasure
     where erasure.finished_at is null and erasure.tenant_id <> all (_away)
     order by erasure.erased_at
     limit 1
       for no key update skip locked;
    is_done := not found;
    if not is_done then
        select array_agg(event.event_id) as ids,
               (array_agg(event.event_id order by event.received_at desc, event.event_id desc))[1]
                   as last_id,
               max(event.received_at) as last_received_at
          into strict _events
          from (select next.event_id, next.received_at from entitlements.webhook_events next
                 where next.tenant_id = _erasure.tenant_id
                   and (next.received_at, next.event_id)
                       > (_erasure.looked_at_received_at, _erasure.looked_at_event_id)
                   and next.received_at <= _erasure.erased_at
                 order by next.received_at, next.event_id
                 limit erase_webhook_events.maximum) as event;
        update entitlements.webhook_events event
           set body = '{}', failure = null, due_at = null,
               status = case event.status when 'failed' then 'stored' else event.status end
         where event.tenant_id = _erasure.tenant_id and event.event_id = any (_events.ids)
           and exists (
               select from unnest(_erasure.spellings) as spelled (id)
                where position(spelled.id in event.body) > 0);
        update entitlements.erasures erasure
           set looked_at_received_at = coalesce(
                   _events.last_received_at, erasure.looked_at_received_at),
               looked_at_event_id = coalesce(_events.last_id, erasure.looked_at_event_id),
               spellings = case when _events.ids is null then '{}' else erasure.spellings end,
               finished_at = case when _events.ids is null then greatest(
                   coalesce(erase_webhook_events.as_of, now()), erasure.erased_at) end
         where erasure.tenant_id = _erasure.tenant_id
           and erasure.erasure_id = _erasure.erasure_id;
    end if;
    return next;
end
$$;
