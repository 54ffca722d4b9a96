-- Makes a definition that of the tenant, and adds it to the history.
--
-- The history keeps the newest 200.
-- Locks: none; the caller has locked the tenant.

create function api.set_definition(
    owner entitlements.tenants, definition jsonb, source text, applied_by text)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _version constant bigint := owner.definition_version + 1;
    _kept constant bigint := 200;
begin
    update entitlements.tenants tenant
       set name = settings.name, free_plan = settings.free_plan,
           sandbox_policy = settings.sandbox_policy,
           requires_authorization = settings.requires_authorization,
           requires_signature = settings.requires_signature,
           signature_header = settings.signature_header,
           revenuecat_api = settings.revenuecat_api,
           revenuecat_project = settings.revenuecat_project,
           requests_per_minute = settings.requests_per_minute,
           order_expiry_hours = settings.order_expiry_hours,
           refunded_credits = settings.refunded_credits, time_zone = settings.time_zone,
           changes_kept_days = settings.changes_kept_days,
           event_bodies_kept_days = settings.event_bodies_kept_days,
           runs_kept_days = settings.runs_kept_days,
           unmapped_features = settings.unmapped_features,
           support_max_grant_days = settings.support_max_grant_days,
           definition = set_definition.definition,
           definition_version = _version, updated_at = now()
      from api.tenant_settings(set_definition.definition) as settings
     where tenant.tenant_id = owner.tenant_id;
    perform api.apply_definition(set_definition.definition);
    insert into entitlements.applied_definitions
           (tenant_id, definition_version, definition, source, applied_by)
    values (_tenant_id, _version, set_definition.definition, set_definition.source,
            set_definition.applied_by);
    delete from entitlements.applied_definitions applied
     where applied.tenant_id = _tenant_id
       and applied.definition_version <= _version - _kept;
    perform pg_notify('hearth_tenants', owner.slug);
end
$$;
