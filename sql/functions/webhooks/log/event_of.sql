-- Returns one webhook event by its id.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.event_of(id text)
returns table (
    event_id text, event_type text, status text, failure text, attempts integer,
    due_at timestamptz, received_at timestamptz, body bytea)
language sql stable rows 1
begin atomic
    select one.event_id, one.event_type, one.status, one.failure, one.attempts, one.due_at,
           one.received_at, one.body
      from entitlements.webhook_events one
     where one.tenant_id = entitlements.current_tenant_id()
       and one.event_id = event_of.id
    offset 0;
end;
