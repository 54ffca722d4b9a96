-- Returns the webhook events that name an app user or a transaction and changed nothing.
--
-- - `event_failed`: applying it failed, for the reason in the facts;
-- - `sandbox_ignored`: the tenant file ignores what sandboxes say;
-- - `event_not_understood`: its type is unknown.
-- It searches the newest 1,000 failed events and the newest 1,000 of all, as events_naming does.
-- It reads the bytes of those alone that may have changed nothing. Events that are being erased
-- are left out.

create function api.unapplied_events(app_user_ids text[], transaction_id text)
returns table (code text, received_at timestamptz, facts jsonb)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _searched_maximum constant integer := 1000;
    _spellings constant bytea[] := api.id_spellings(array_remove(
        unapplied_events.app_user_ids || unapplied_events.transaction_id, null));
    _ignores_sandbox constant boolean := exists (
        select from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id and tenant.sandbox_policy = 'ignore');
begin
    return query
    select why.code, event.received_at, jsonb_build_object(
               'event_id', event.event_id,
               'event_type', event.event_type,
               'received_at', api.rfc3339(event.received_at),
               'failure', event.failure,
               'attempts', event.attempts,
               'due_at', api.rfc3339(event.due_at))
      from (select failed.event_id from (
                select known.event_id from entitlements.webhook_events known
                 where known.tenant_id = _tenant_id and known.status = 'failed'
                 order by known.due_at desc limit _searched_maximum) as failed
             union
            select recent.event_id from (
                select known.event_id, known.status from entitlements.webhook_events known
                 where known.tenant_id = _tenant_id
                 order by known.received_at desc limit _searched_maximum) as recent
             where recent.status = 'stored' or _ignores_sandbox) as searched
     cross join lateral api.event_of(searched.event_id) as event
     cross join lateral (
           select case when event.status = 'failed' then 'event_failed'
                       when event.status = 'stored' then 'event_not_understood'
                       when position('"SANDBOX"' in event.body) > 0
                            and not exists (
                                select from entitlements.evidence evidence
                                 where evidence.tenant_id = _tenant_id
                                   and evidence.evidence_id = event.event_id)
                       then 'sandbox_ignored' end) as why (code)
     where why.code is not null
       and exists (
           select from unnest(_spellings) as spelled (bytes)
            where position(bytea '"' || spelled.bytes || bytea '"' in event.body) > 0)
       and not exists (
           select from entitlements.events_to_erase queued
            where queued.tenant_id = _tenant_id and queued.event_id = event.event_id
              and queued.app_user_ids && unapplied_events.app_user_ids)
     order by event.received_at desc, event.event_id desc
     limit 20;
end
$$;
