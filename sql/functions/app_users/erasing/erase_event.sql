-- Takes the ids of an erased app user out of an event; returns whether it is done.
--
-- False if another transaction has the event. An event that is of no other app user is emptied, and
-- not tried again if it failed; it keeps its id, so that a redelivery counts as a duplicate. What
-- others need of an event stays (see body_without), and a failed one is tried again for them.
-- Idempotent: an id that was taken out is not found again.
-- Locks: the event, skipping a locked one.

create function api.erase_event(event_id text, app_user_ids text[], names text[])
returns boolean
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _event entitlements.webhook_events;
    _is_understood boolean;
    _body bytea;
begin
    select event.* into _event from entitlements.webhook_events event
     where event.tenant_id = _tenant_id and event.event_id = erase_event.event_id
       for no key update skip locked;
    if not found then
        return false;
    end if;
    _is_understood := _event.status <> 'stored'
        and _event.failure is distinct from 'retry_requested';
    _body := api.body_without(
        _event.body, erase_event.app_user_ids, erase_event.names, _is_understood,
        coalesce(_event.app_user_id = any (erase_event.app_user_ids || erase_event.names), false));
    if _body is not distinct from _event.body then
        return true;
    end if;
    delete from entitlements.named_by_events mention
     where mention.tenant_id = _tenant_id and mention.event_id = _event.event_id
       and mention.text in (
           select named.text from entitlements.texts_of_event(
                      entitlements.event_of_body(_event.body), false) as named);
    update entitlements.webhook_events event
       set body = _body,
           -- An event that others need is shown as theirs, once it is applied.
           app_user_id = case when _body = '{}'
                                   or event.app_user_id <> all (erase_event.names)
                              then event.app_user_id end,
           failure = case when _body <> '{}' then event.failure end,
           due_at = case when _body <> '{}' then event.due_at end,
           status = case when _body = '{}' and event.status = 'failed' then 'stored'
                         else event.status end
     where event.tenant_id = _tenant_id and event.event_id = _event.event_id;
    if _body <> '{}' and (_event.status <> 'applied' or _event.environment = 'sandbox') then
        insert into entitlements.named_by_events (tenant_id, text, event_id)
        select _tenant_id, named.text, _event.event_id
          from entitlements.texts_of_event(
                   entitlements.event_of_body(_body), _is_understood) as named
         where octet_length(named.text) <= 1500
            on conflict do nothing;
    end if;
    return true;
end
$$;
