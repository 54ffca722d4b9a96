-- Counts the failed events of all tenants, and the age in seconds of the oldest.
--
-- security definer because it counts over all tenants; it returns only numbers.

create function api.count_failed_webhook_events()
returns table (failed bigint, oldest_seconds bigint)
language plpgsql stable security definer rows 1
as $$
begin
    return query
    select count(*), coalesce(extract(epoch from now() - min(event.received_at))::bigint, 0)
      from entitlements.webhook_events event
     where event.status = 'failed';
end
$$;
