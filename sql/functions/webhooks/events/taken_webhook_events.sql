-- Returns the events of a set to process now, each id once: new ones and retried failures.
--
-- The caller has locked the failed events. The events not returned are duplicates. `added` holds
-- the ids just inserted; `problems` says why an event cannot be applied. Both lists of ids are
-- grouped together: to look each id up in `added` grows with the square of a set.
-- `is_due`: apply the event. False in three cases:
-- - `facts` is null;
-- - the event is from the sandbox, the tenant ignores the sandbox, and no tester is named;
-- - the event is understood and has a problem: applying it took too long.

create function api.taken_webhook_events(
    event_ids text[], facts jsonb[], problems text[], added text[], received_at timestamptz)
returns table (
    number integer, id text, facts jsonb, received_at timestamptz, is_due boolean)
language sql stable rows 64
begin atomic
    select event.number::integer, event.id, event.facts,
           coalesce(failed.received_at, taken_webhook_events.received_at),
           (taken_webhook_events.problems[event.number] is null
            or not api.is_understood(event.facts))
               and (api.accepts_environment(event.facts, (
                       select tenant.sandbox_policy from entitlements.tenants tenant
                        where tenant.tenant_id = entitlements.current_tenant_id()))
                    or api.are_testers(
                           array(select named.id from api.named_app_user_ids(event.facts) as named),
                           taken_webhook_events.received_at))
      from (select named.id, named.number, named.is_added,
                   taken_webhook_events.facts[named.number] as facts
              from (select either.id, min(either.number) as number,
                           bool_or(either.number is null) as is_added
                      from (select one.id, one.number
                              from unnest(taken_webhook_events.event_ids)
                                   with ordinality as one (id, number)
                             union all
                            select one.id, null
                              from unnest(taken_webhook_events.added) as one (id)) as either
                     group by either.id) as named
            offset 0) as event
      left join entitlements.webhook_events failed
        on not event.is_added
       and failed.tenant_id = entitlements.current_tenant_id()
       and failed.event_id = event.id and failed.status = 'failed'
     where event.is_added or failed.event_id is not null
     order by event.id;
end;
