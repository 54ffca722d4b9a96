-- Returns whether a tenant's webhooks arrive: the last one, the failed ones, and the refused ones.
--
-- Called with a support key or more. Refusals of the last 24 hours count; of the failed events
-- at most 1,000.

create function api.get_webhook_status(as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_webhook_status.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'last_received_at', api.rfc3339(last.received_at),
               'last_event_id', last.event_id,
               'last_type', last.event_type,
               'failed', (
                   select count(*)
                     from (select from entitlements.webhook_events event
                            where event.tenant_id = _tenant_id and event.status = 'failed'
                            limit 1000) as failed),
               'refused', (
                   select json_build_object(
                              'count', refused.refusals,
                              'reason', refused.reason,
                              'first_refused_at', api.rfc3339(refused.first_refused_at),
                              'last_refused_at', api.rfc3339(refused.last_refused_at))
                     from entitlements.refused_webhooks refused
                    where refused.tenant_id = _tenant_id
                      and refused.last_refused_at > _as_of - interval '24 hours'))
      from (values (true)) as one
      left join lateral (
           select event.received_at, event.event_id, event.event_type
             from entitlements.webhook_events event
            where event.tenant_id = _tenant_id
            order by event.received_at desc
            limit 1) as last on true;
end
$$;
