-- Returns a tenant's sealed RevenueCat key, and the API and project it is for.
--
-- Called before a snapshot is read. The caller opens the key with the installation's key. No row:
-- the tenant has no key.
-- Null: project.

create function api.get_upstream()
returns table (sealed_key bytea, api text, project text)
language plpgsql stable rows 1
as $$
begin
    return query
    select upstream.sealed_key, tenant.revenuecat_api, tenant.revenuecat_project
      from entitlements.upstreams upstream
      join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
     where upstream.tenant_id = entitlements.current_tenant_id()
       and upstream.sealed_key is not null;
end
$$;
