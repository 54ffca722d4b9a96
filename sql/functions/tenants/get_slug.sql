-- Returns the slug of the tenant that the call acts for.
--
-- No row: the tenant does not exist. Called by workers, whose log lines name the tenant.

create function api.get_slug()
returns table (slug text)
language plpgsql stable rows 1
as $$
begin
    return query
    select tenant.slug
      from entitlements.tenants tenant
     where tenant.tenant_id = entitlements.current_tenant_id();
end
$$;
