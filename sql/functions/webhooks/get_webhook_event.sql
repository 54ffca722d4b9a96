-- Returns a webhook event with its body, as it came.
--
-- Called with a support key or more. The body is empty if it named an app user who was erased
-- since, and null if it was dropped because it was older than the tenant keeps bodies.
-- Raises: webhook_event_not_found 404.

create function api.get_webhook_event(event_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
begin
    return query
    select coalesce(get_webhook_event.as_of, now()),
           json_build_object(
               'event_id', event.event_id,
               'type', event.event_type,
               'received_at', api.rfc3339(event.received_at),
               'status', event.status,
               'failure', event.failure,
               'attempts', event.attempts,
               'due_at', api.rfc3339(event.due_at),
               'unread', to_json(coalesce(event.unread, '{}')),
               'app_user_id', named.app_user_id,
               'body_dropped_at', api.rfc3339(event.body_dropped_at),
               'body', ltrim(convert_from(event.body, 'UTF8'), E'\uFEFF')::json)
      from entitlements.webhook_events event
     cross join lateral api.app_user_of_event(event.event_id, event.app_user_id) as named
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = get_webhook_event.event_id;
    if not found then
        raise sqlstate 'PT404' using message = 'webhook_event_not_found',
            detail = 'The tenant has received no event with this id.';
    end if;
end
$$;
