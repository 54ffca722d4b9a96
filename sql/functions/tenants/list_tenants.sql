-- Returns a page of all tenants that are served here, by slug.
--
-- Called by an operator at the machine. `after_slug` is the previous page's last; null at first.
-- Null: after_slug.
-- security definer because it lists every tenant of the installation.

create function api.list_tenants(page_limit integer, after_slug text)
returns table (
    tenant_id uuid, slug text, name text, definition_version bigint, updated_at timestamptz)
language plpgsql stable security definer rows 100
set plan_cache_mode = force_generic_plan
as $$
declare
    _away constant uuid[] := api.tenants_away();
begin
    return query
    select tenant.tenant_id, tenant.slug, tenant.name, tenant.definition_version,
           tenant.updated_at
      from entitlements.tenants tenant
     where (list_tenants.after_slug is null or tenant.slug > list_tenants.after_slug)
       and tenant.tenant_id <> all (_away)
     order by tenant.slug
     limit list_tenants.page_limit;
end
$$;
