-- The events of a set that are taken now, each once: those that were just added, and those that
-- failed before. The others are duplicates.
--
-- internal: called by receive_webhook_events, which holds those that failed before. `added` are the
-- ids that were just added; `problems` say why facts could not be normalised.
-- `is_due`: the event is to be applied. Two kinds are not:
-- - events that were not understood;
-- - sandbox events of a tenant that ignores them.
-- The standard's body binds its names now and is inlined by the planner.
-- Locks: none.

create function api.taken_webhook_events(
    event_ids text[], facts jsonb[], problems text[], added text[], received_at timestamptz)
returns table (
    number integer, id text, facts jsonb, received_at timestamptz, is_due boolean)
language sql stable security invoker rows 64
begin atomic
    select distinct on (told.id) told.number::integer, told.id, told.facts,
           coalesce(failed.received_at, taken_webhook_events.received_at),
           (taken_webhook_events.problems[told.number] is null
            or not api.is_understood(told.facts))
               and api.is_accepted(told.facts, (
                       select tenant.sandbox_policy from entitlements.tenants tenant
                        where tenant.tenant_id = entitlements.current_tenant_id()))
      from unnest(taken_webhook_events.event_ids, taken_webhook_events.facts)
           with ordinality as told (id, facts, number)
      left join entitlements.webhook_events failed
        on told.id <> all (taken_webhook_events.added)
       and failed.tenant_id = entitlements.current_tenant_id()
       and failed.event_id = told.id and failed.status = 'failed'
     where told.id = any (taken_webhook_events.added) or failed.event_id is not null
     order by told.id, told.number;
end;
