-- Returns a tenant by its slug: what authenticates its webhooks, and rules for its end users.
--
-- Called before a tenant is known: by the webhook route, and for the Hearth-Tenant header. No row:
-- there is no such tenant. The rate is null until the tenant's file has been applied with one.
-- Null: writes_per_minute.
-- Raises: tenant_moved 503, for a tenant that was here.
-- security definer because the slug is what names the tenant to act for.

create function api.find_tenant(slug text)
returns table (
    tenant_id uuid, name text, requires_authorization boolean,
    requires_signature boolean, signature_header text, sandbox_policy text, product_ids text[],
    writes_per_minute integer, origins text[])
language plpgsql stable security definer rows 1
as $$
begin
    return query
    select tenant.tenant_id, tenant.name, tenant.requires_authorization,
           tenant.requires_signature, tenant.signature_header, tenant.sandbox_policy,
           array(select product ->> 'id'
                   from jsonb_array_elements(tenant.definition -> 'products') as product),
           (tenant.definition #>> '{end_users,writes_per_minute}')::integer,
           array(select jsonb_array_elements_text(tenant.definition #> '{end_users,origins}'))
      from entitlements.tenants tenant
     where tenant.slug = find_tenant.slug;
    if not found then
        perform api.refuse_if_away(move.tenant_id)
           from entitlements.tenant_moves move
          where move.slug = find_tenant.slug and move.cleared_at is not null;
    end if;
end
$$;
