-- Makes a tenant by a definition, for the caller's transaction alone, and acts for it from then on.
--
-- The caller undoes everything, so that no other transaction ever sees the tenant.
-- security definer because the server may not create tenants.
-- Locks: none; no other transaction can name its rows.

create function api.enter_past(definition jsonb) returns void
language plpgsql volatile security definer
as $$
declare
    _tenant_id constant uuid := gen_random_uuid();
begin
    insert into entitlements.tenants
           (tenant_id, slug, name, free_plan, sandbox_policy, requires_authorization,
            requires_signature, signature_header, revenuecat_api, revenuecat_project,
            requests_per_minute, order_expiry_hours, refunded_credits, time_zone,
            changes_kept_days, event_bodies_kept_days, runs_kept_days, unmapped_features,
            support_max_grant_days, definition)
    select _tenant_id, 'past-' || _tenant_id, settings.*, enter_past.definition
      from api.tenant_settings(enter_past.definition) as settings;
    perform set_config('hearth.tenant_id', _tenant_id::text, true);
    perform api.apply_catalog(enter_past.definition);
    perform api.apply_household_rules(enter_past.definition);
    perform api.apply_people_rules(enter_past.definition);
    perform api.apply_sandbox_testers(enter_past.definition);
end
$$;
