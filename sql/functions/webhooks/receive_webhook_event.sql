-- Takes one webhook event: stores it as it came and applies what it says, in one transaction.
--
-- Called by the webhook route, and by the retry worker with the stored body decoded anew.
-- `facts` is the normalised event; null where its type is not understood. `problem` says why a
-- known type could not be normalised.
-- An event that cannot be applied is stored as failed, with its reason and a time to try again:
-- what was acknowledged is never lost, and a bad event never blocks the rest.
-- Idempotent: an event id counts once; a failed one is tried again.
-- Whom it is about is queued to be read back from RevenueCat, whether it could be applied or not.
-- Locks: the event → tenant (rarely) → app users by uuid → purchases by id → confirmations.
-- Raises: nothing of its own; serialization failures and deadlocks pass, for the caller to repeat.

create function api.receive_webhook_event(
    event_id text, event_type text, body bytea, facts jsonb, problem text,
    received_at timestamptz default null)
returns table (status text, failure text)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _event entitlements.webhook_events;
    _failure text := receive_webhook_event.problem;
    _is_accepted constant boolean := api.is_accepted(receive_webhook_event.facts);
begin
    insert into entitlements.webhook_events as event
           (tenant_id, event_id, event_type, body, received_at, status)
    values (entitlements.current_tenant_id(), receive_webhook_event.event_id,
            receive_webhook_event.event_type, receive_webhook_event.body,
            coalesce(receive_webhook_event.received_at, now()),
            case when receive_webhook_event.facts is null then 'stored' else 'applied' end)
        on conflict do nothing
    returning event.* into _event;

    if not found then
        select * into strict _event from entitlements.webhook_events event
         where event.tenant_id = entitlements.current_tenant_id()
           and event.event_id = receive_webhook_event.event_id
           for no key update;
        if _event.status <> 'failed' then
            return query select 'duplicate', null::text;
            return;
        end if;
    end if;

    if _failure is null and _is_accepted then
        begin
            perform api.apply_evidence(
                _event.event_id, receive_webhook_event.facts, _event.received_at);
        exception
            when serialization_failure or deadlock_detected then raise;
            when others then _failure := sqlstate || ' ' || sqlerrm;
        end;
    end if;
    if _is_accepted and receive_webhook_event.facts ->> 'kind' <> 'test' then
        perform api.queue_confirmation(api.named_app_user_ids(receive_webhook_event.facts));
    end if;
    return query select * from api.finish_webhook_event(
        _event.event_id, receive_webhook_event.facts is not null, _failure);
end
$$;

grant execute on function api.receive_webhook_event(text, text, bytea, jsonb, text, timestamptz)
    to hearth_server;
comment on function api.receive_webhook_event(text, text, bytea, jsonb, text, timestamptz) is
    'Takes one webhook event: stores it as it came and applies what it says.';
