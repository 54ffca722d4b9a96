-- Returns the number of active purchases of each tenant by kind, as last computed.
--
-- Called by the worker, for its gauges.
-- security definer because it counts over all tenants; it returns only their slugs and numbers. It
-- sets each tenant in turn, under row security.

create function api.count_active()
returns table (tenant_slug text, kind text, active bigint)
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
        select _tenant.slug, kinds.kind, coalesce(sum(stored.number), 0)::bigint
          from unnest(array['subscriptions', 'trials', 'one_time', 'grants']) as kinds (kind)
          left join entitlements.figures stored
            on stored.tenant_id = _tenant.tenant_id
           and stored.figure = 'active_' || kinds.kind
         group by kinds.kind;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
