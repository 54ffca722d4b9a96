-- Returns when the latest webhook event of each tenant arrived; tenants without one are left out.
--
-- Called by the worker, for its gauges. Refused webhooks do not count.
-- security definer because it goes through all tenants; it returns only their slugs and times.

create function api.list_webhook_arrivals()
returns table (tenant_slug text, last_received_at timestamptz)
language plpgsql stable security definer rows 30
as $$
declare
    _away constant uuid[] := api.tenants_away();
begin
    return query
    select tenant.slug, latest.received_at
      from entitlements.tenants tenant
     cross join lateral ( -- plans: rule 3
           select event.received_at
             from entitlements.webhook_events event
            where event.tenant_id = tenant.tenant_id
            order by event.received_at desc
            limit 1
           offset 0) as latest
     where tenant.tenant_id <> all (_away)
     order by tenant.slug;
end
$$;
