-- Returns a tenant by its slug: what authenticates its webhooks, and the products of its file.
--
-- Called before a tenant is known: by the webhook route, and for an admin key's Hearth-Tenant
-- header. No row: there is no such tenant.
-- security definer because the slug is what names the tenant to act for.
-- Locks: none.

create function api.find_tenant(slug text)
returns table (
    tenant_id uuid, name text, requires_authorization boolean,
    requires_signature boolean, signature_header text, sandbox_policy text, product_ids text[])
language plpgsql stable security definer rows 1
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select tenant.tenant_id, tenant.name, tenant.requires_authorization,
           tenant.requires_signature, tenant.signature_header, tenant.sandbox_policy,
           array(select product ->> 'id'
                   from jsonb_array_elements(tenant.definition -> 'products') as product)
      from entitlements.tenants tenant
     where tenant.slug = find_tenant.slug;
end
$$;
