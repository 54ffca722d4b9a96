-- Leases the failed event that has been due for longest to one worker.
--
-- Returns no row if no event is due. If the worker dies, the lease ends and the event is due again.
-- security definer because the next due event may belong to any tenant.
-- Locks: the event row, skipping locked rows.

create function api.claim_webhook_event(lease_seconds integer, as_of timestamptz default null)
returns table (
    tenant_id uuid, event_id text, event_type text, body bytea, received_at timestamptz,
    attempts integer)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(claim_webhook_event.as_of, now());
    _away constant uuid[] := api.tenants_away();
begin
    return query
    update entitlements.webhook_events event
       set due_at = _as_of + make_interval(secs => claim_webhook_event.lease_seconds),
           attempts = event.attempts + 1
      from (select due.tenant_id, due.event_id
              from entitlements.webhook_events due
             where due.status = 'failed' and due.due_at <= _as_of
               and due.tenant_id <> all (_away)
             order by due.due_at
             limit 1
               for no key update skip locked) as next
     where event.tenant_id = next.tenant_id and event.event_id = next.event_id
    returning event.tenant_id, event.event_id, event.event_type, event.body, event.received_at,
              event.attempts;
end
$$;
