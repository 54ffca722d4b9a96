-- Returns a page of a tenant's events, newest first, without bodies.
--
-- `before_received_at` and `before_event_id` are those of the previous page's last row; both null
-- for the first page.
-- Locks: none.

create function api.list_webhook_events(
    with_status text, page_limit integer, before_received_at timestamptz, before_event_id text)
returns table (
    event_id text, event_type text, received_at timestamptz, status text, failure text,
    attempts integer, due_at timestamptz, unread text[])
language plpgsql stable security invoker rows 100
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select event.event_id, event.event_type, event.received_at, event.status, event.failure,
           event.attempts, event.due_at, coalesce(event.unread, '{}')
      from entitlements.webhook_events event
     where event.tenant_id = entitlements.current_tenant_id()
       and (list_webhook_events.with_status is null
            or event.status = list_webhook_events.with_status)
       and (list_webhook_events.before_received_at is null
            or (event.received_at, event.event_id)
               < (list_webhook_events.before_received_at, list_webhook_events.before_event_id))
     order by event.received_at desc, event.event_id desc
     limit list_webhook_events.page_limit;
end
$$;
