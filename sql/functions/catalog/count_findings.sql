-- Returns the number of findings of each kind for each tenant, zeros included.
--
-- Called by the worker, for its gauges.
-- security definer because it counts over all tenants; it returns only their slugs and numbers. It
-- sets each tenant in turn, under row security.

create function api.count_findings()
returns table (tenant_slug text, kind text, findings bigint)
language plpgsql volatile security definer rows 30
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _tenant record;
begin
    for _tenant in
        select tenant.tenant_id, tenant.slug from entitlements.tenants tenant
         where tenant.tenant_id <> all (_away)
    loop
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        return query
        select _tenant.slug, kinds.kind, count(found.kind)
          from (values ('product_not_in_catalog'), ('entitlement_not_in_catalog'),
                       ('entitlement_without_purchase'),
                       ('fair_use_exceeded'), ('project_not_recognised'),
                       ('webhooks_refused'), ('endpoint_off'),
                       ('purchases_not_transferred'), ('credits_not_delivered')) as kinds (kind)
          left join api.findings() as found on found.kind = kinds.kind
         group by kinds.kind;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
