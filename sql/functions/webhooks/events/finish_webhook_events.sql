-- Stores the outcome of a set of events, and returns one answer for each.
--
-- The caller has locked the events. `taken` holds the numbers of the processed events; the others
-- are duplicates. `added` holds the ids of events inserted by this call; retried events are not
-- among them.
-- A failed event is due again after 15 seconds, doubling up to an hour. A notification wakes the
-- retry worker.
-- Idempotent: an event already stored with its final status is not written again.
-- Locks: none beyond the caller's.

create function api.finish_webhook_events(
    event_ids text[], facts jsonb[], failures text[], taken integer[], added text[])
returns table (number integer, status text, failure text)
language plpgsql volatile rows 64
as $$
declare
    -- Without duplicates, which is usual, no event is searched in `taken`.
    _has_duplicates constant boolean := cardinality(finish_webhook_events.taken)
        < cardinality(finish_webhook_events.event_ids);
begin
    if cardinality(array_remove(finish_webhook_events.failures, null)) > 0
       or cardinality(finish_webhook_events.added) < cardinality(finish_webhook_events.event_ids)
    then
        update entitlements.webhook_events event
           set status = ended.status,
               failure = ended.failure,
               unread = unread.fields,
               applied_at = case when ended.status = 'applied' then now() end,
               -- A failed event is no evidence; once it is, it is found as both.
               app_user_id = coalesce(
                   event.app_user_id, ended.facts -> 'app_user_ids' ->> 0,
                   ended.facts -> 'transferred_to' ->> 0),
               environment = coalesce(event.environment, ended.facts ->> 'environment'),
               due_at = case when ended.failure is not null
                   then now() + least(interval '15 seconds' * 2 ^ least(event.attempts - 1, 20),
                                      interval '1 hour') end
          from (select finish_webhook_events.event_ids[named.number] as event_id,
                       finish_webhook_events.failures[named.number] as failure,
                       finish_webhook_events.facts[named.number] as facts,
                       case when finish_webhook_events.failures[named.number] is not null
                                then 'failed'
                            when api.is_understood(finish_webhook_events.facts[named.number])
                                then 'applied'
                            else 'stored' end as status
                  from unnest(finish_webhook_events.taken) as named (number)) as ended
         cross join lateral api.unread_fields(ended.facts) as unread
         where event.tenant_id = entitlements.current_tenant_id()
           and event.event_id = ended.event_id
           and (event.status <> ended.status or ended.failure is not null);
        if exists (
            select from unnest(finish_webhook_events.taken) as named (number)
             where finish_webhook_events.failures[named.number] is not null) then
            perform pg_notify('hearth_webhook_events', '');
        end if;
    end if;
    return query
    select event.number::integer,
           case when _has_duplicates and event.number <> all (finish_webhook_events.taken)
                then 'duplicate'
                when api.is_understood(event.facts)
                     and finish_webhook_events.failures[event.number] is null then 'applied'
                else 'stored' end,
           case when not _has_duplicates or event.number = any (finish_webhook_events.taken)
                then finish_webhook_events.failures[event.number] end
      from unnest(finish_webhook_events.facts) with ordinality as event (facts, number)
     order by event.number;
end
$$;
