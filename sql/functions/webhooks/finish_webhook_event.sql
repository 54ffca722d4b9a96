-- Records how applying an event went, and answers it as the caller of the route is told.
--
-- internal: called by receive_webhook_event, which holds the event.
-- A failed event is due again after 15 seconds, doubling to an hour; the retry worker is woken.
-- Idempotent: an event that was applied at once is not written a second time.
-- Locks: none beyond the caller's.

create function api.finish_webhook_event(event_id text, is_understood boolean, reason text)
returns table (status text, failure text)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _status constant text := case
        when finish_webhook_event.reason is not null then 'failed'
        when finish_webhook_event.is_understood then 'applied'
        else 'stored' end;
begin
    update entitlements.webhook_events event
       set status = _status,
           failure = finish_webhook_event.reason,
           due_at = case when _status = 'failed'
               then now() + least(interval '15 seconds' * 2 ^ least(event.attempts - 1, 20),
                                  interval '1 hour') end
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = finish_webhook_event.event_id
       and (event.status <> _status or _status = 'failed');
    if _status = 'failed' then
        perform pg_notify('hearth_webhook_events', '');
    end if;
    return query select case when _status = 'applied' then 'applied' else 'stored' end,
                        finish_webhook_event.reason;
end
$$;

grant execute on function api.finish_webhook_event(text, boolean, text) to hearth_server;
comment on function api.finish_webhook_event(text, boolean, text) is
    'Records how applying an event went, and answers it as the caller of the route is told.';
