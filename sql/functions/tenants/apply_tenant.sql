-- Creates or updates a tenant and its whole catalog from one validated definition, atomically.
--
-- Called by an operator with a tenant file. `definition` is the file in canonical form.
-- security definer because it may create the tenant that it then acts for.
-- Idempotent: the same definition again changes nothing and returns `unchanged`.
-- Locks: the tenant → purchases by id → rows for devices → the reviews.
-- Raises: time_zone_unknown 422.

create function api.apply_tenant(slug text, definition jsonb)
returns table (tenant_id uuid, outcome text)
language plpgsql volatile security definer rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant entitlements.tenants;
    _is_new boolean;
begin
    perform api.require_time_zone(apply_tenant.definition ->> 'time_zone');
    insert into entitlements.tenants as tenant
           (tenant_id, slug, name, free_plan, sandbox_policy, requires_authorization,
            requires_signature, signature_header, revenuecat_api, revenuecat_project,
            requests_per_minute, order_expiry_hours, refunded_credits, time_zone, definition)
    select gen_random_uuid(), apply_tenant.slug, settings.name, settings.free_plan,
           settings.sandbox_policy, settings.requires_authorization, settings.requires_signature,
           settings.signature_header, settings.revenuecat_api, settings.revenuecat_project,
           settings.requests_per_minute, settings.order_expiry_hours,
           settings.refunded_credits, settings.time_zone, '{}'
      from api.tenant_settings(apply_tenant.definition) as settings
        on conflict (slug) do nothing;
    _is_new := found;

    select * into strict _tenant from entitlements.tenants tenant
     where tenant.slug = apply_tenant.slug for no key update;
    perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
    if _tenant.definition = apply_tenant.definition then
        return query select _tenant.tenant_id, 'unchanged';
        return;
    end if;

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
           definition = apply_tenant.definition,
           definition_version = tenant.definition_version + 1, updated_at = now()
      from api.tenant_settings(apply_tenant.definition) as settings
     where tenant.tenant_id = _tenant.tenant_id;
    perform api.apply_catalog(apply_tenant.definition);
    perform api.apply_limits(apply_tenant.definition);
    perform api.apply_codes(apply_tenant.definition);
    perform api.apply_referrals(apply_tenant.definition);
    perform api.apply_household_rules(apply_tenant.definition);
    perform api.apply_people_rules(apply_tenant.definition);
    perform api.apply_token_issuers(apply_tenant.definition);
    perform api.apply_notice_rules(apply_tenant.definition);
    perform pg_notify('hearth_tenants', apply_tenant.slug);
    return query select _tenant.tenant_id, case when _is_new then 'created' else 'updated' end;
end
$$;
