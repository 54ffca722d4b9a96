-- Returns the slug of the tenant that the call acts for.
--
-- No row: the tenant does not exist. Called by workers, whose log lines name the tenant.
-- Locks: none.

create function api.get_slug()
returns table (slug text)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select tenant.slug
      from entitlements.tenants tenant
     where tenant.tenant_id = entitlements.current_tenant_id();
end
$$;
