-- Applies the tenant's file, or says what it would change.
--
-- Called with a secret key. The file must name the tenant of the key; see apply_tenant.
-- Idempotent: the same definition again changes nothing.
-- Dry run: rolled back by the driver.
-- Null: source.
-- Locks: as apply_tenant.
-- Raises: forbidden 403, and those of apply_tenant.

create function api.put_catalog(
    slug text, definition jsonb, source text, applied_by text, allows_removal boolean,
    is_dry_run boolean)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform from entitlements.tenants tenant
      where tenant.tenant_id = _tenant_id and tenant.slug = put_catalog.slug;
    if not found then
        raise sqlstate 'PT403' using message = 'forbidden',
            detail = 'The file is for another tenant than the key.';
    end if;
    return query
    select now(),
           json_build_object(
               'tenant', put_catalog.slug, 'outcome', applied.outcome,
               'is_dry_run', is_dry_run, 'plan', applied.plan)
      from api.apply_tenant(
               put_catalog.slug, put_catalog.definition, put_catalog.source, applied_by,
               allows_removal, is_dry_run) as applied;
end
$$;
