-- Makes an event due now that failed or was not understood.
--
-- The retry worker then decodes and applies it again.
-- Idempotent: an event that was applied does not change.
-- Locks: the event.
-- Raises: webhook_event_not_found 404.

create function api.retry_webhook_event(event_id text) returns table (status text)
language plpgsql volatile rows 1
as $$
begin
    update entitlements.webhook_events event
       set status = 'failed', failure = coalesce(event.failure, 'retry_requested'), due_at = now()
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = retry_webhook_event.event_id
       and event.status <> 'applied';
    perform pg_notify('hearth_webhook_events', '');

    return query
    select event.status from entitlements.webhook_events event
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = retry_webhook_event.event_id;
    if not found then
        raise sqlstate 'PT404' using message = 'webhook_event_not_found',
            detail = 'The tenant has received no event with this id.';
    end if;
end
$$;
