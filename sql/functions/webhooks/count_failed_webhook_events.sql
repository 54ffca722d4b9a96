-- Counts the failed events of tenants that are served here, and the age in seconds of the oldest.
--
-- security definer because it counts over all tenants; it returns only numbers.

create function api.count_failed_webhook_events()
returns table (failed bigint, oldest_seconds bigint)
language plpgsql stable security definer rows 1
as $$
declare
    _away constant uuid[] := api.tenants_away();
begin
    return query
    select count(*), coalesce(extract(epoch from now() - min(event.received_at))::bigint, 0)
      from entitlements.webhook_events event
     where event.status = 'failed' and event.tenant_id <> all (_away);
end
$$;
