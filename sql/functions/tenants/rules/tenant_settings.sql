-- Returns the settings of a tenant's definition as columns of its row.

create function api.tenant_settings(definition jsonb)
returns table (
    name text, free_plan text, sandbox_policy text, requires_authorization boolean,
    requires_signature boolean, signature_header text, revenuecat_api text,
    revenuecat_project text, requests_per_minute integer, order_expiry_hours integer,
    refunded_credits text, time_zone text, changes_kept_days integer,
    event_bodies_kept_days integer, runs_kept_days integer, unmapped_features text,
    support_max_grant_days integer)
language plpgsql immutable rows 1
as $$
begin
    return query
    select definition ->> 'name', definition ->> 'free_plan', definition ->> 'sandbox',
           definition #> '{webhooks,authentication}' ? 'authorization',
           definition #> '{webhooks,authentication}' ? 'signature',
           definition #>> '{webhooks,signature_header}',
           definition #>> '{revenuecat,api}', definition #>> '{revenuecat,project}',
           (definition #> '{revenuecat,requests_per_minute}')::integer,
           coalesce((definition -> 'order_expiry_hours')::integer, 24),
           coalesce(definition ->> 'refunded_credits', 'forgive'), definition ->> 'time_zone',
           coalesce((definition -> 'changes_kept_days')::integer, 30),
           coalesce((definition #> '{retention,event_bodies_days}')::integer, 90),
           coalesce((definition #> '{retention,runs_days}')::integer, 365),
           coalesce(definition ->> 'unmapped_features', 'error'),
           (definition #> '{support,max_grant_days}')::integer;
end
$$;
