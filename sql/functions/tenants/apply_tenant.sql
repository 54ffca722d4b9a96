-- Creates or updates a tenant and its whole catalog from one validated definition, atomically.
--
-- Called by an operator with a tenant file. `definition` is the file in canonical form, `source`
-- its text. `plan` says what changes, and who gains or loses access. A plan that removes
-- what app users have is refused unless `allows_removal`. A dry run only says the plan, also such
-- a one, and of an unchanged definition, which has no plan otherwise.
-- Dry run: rolled back by the driver.
-- Null: source, plan.
-- security definer because it may create the tenant that it then acts for.
-- Idempotent: the same definition again changes nothing and returns `unchanged`.
-- Locks: the tenant → purchases by id → rows for devices → the reviews.
-- Raises: time_zone_unknown 422, removal_not_allowed 409, tenant_moving 503,
-- tenant_moved 503.

create function api.apply_tenant(
    slug text, definition jsonb, source text, applied_by text, allows_removal boolean,
    is_dry_run boolean)
returns table (tenant_id uuid, outcome text, plan json)
language plpgsql volatile security definer rows 1
as $$
declare
    _tenant entitlements.tenants;
    _outcome text;
    _plan jsonb;
begin
    -- Abbreviations and offsets are refused too: they know no daylight saving.
    if apply_tenant.definition ->> 'time_zone' <> 'UTC' and not exists (
        select from pg_catalog.pg_timezone_names zone
         where zone.name = apply_tenant.definition ->> 'time_zone') then
        raise sqlstate 'PT422' using message = 'time_zone_unknown',
            detail = 'Postgres has no such time zone. One that it has is “Europe/London”.';
    end if;
    insert into entitlements.tenants as tenant
           (tenant_id, slug, name, free_plan, sandbox_policy, requires_authorization,
            requires_signature, signature_header, revenuecat_api, revenuecat_project,
            requests_per_minute, order_expiry_hours, refunded_credits, time_zone,
            changes_kept_days, event_bodies_kept_days, runs_kept_days, unmapped_features,
            support_max_grant_days, definition)
    select gen_random_uuid(), apply_tenant.slug, settings.name, settings.free_plan,
           settings.sandbox_policy, settings.requires_authorization, settings.requires_signature,
           settings.signature_header, settings.revenuecat_api, settings.revenuecat_project,
           settings.requests_per_minute, settings.order_expiry_hours,
           settings.refunded_credits, settings.time_zone, settings.changes_kept_days,
           settings.event_bodies_kept_days, settings.runs_kept_days,
           settings.unmapped_features, settings.support_max_grant_days, '{}'
      from api.tenant_settings(apply_tenant.definition) as settings
        on conflict (slug) do nothing;
    _outcome := case when found then 'created' else 'updated' end;

    select * into strict _tenant from entitlements.tenants tenant
     where tenant.slug = apply_tenant.slug for no key update;
    perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
    perform api.refuse_if_away(_tenant.tenant_id);
    if _tenant.definition = apply_tenant.definition then
        return query
        select _tenant.tenant_id, 'unchanged', case when is_dry_run then json_build_object(
                   'changes', '[]'::json, 'losing', '{}'::json, 'gaining', '{}'::json,
                   'is_complete', true, 'removes', false,
                   'products_not_in_file', array(
                       select product.product_id from api.unknown_products() as product)) end;
        return;
    end if;

    _plan := api.definition_plan(_tenant.definition, apply_tenant.definition);
    if not is_dry_run then
        if (_plan ->> 'removes')::boolean and not allows_removal then
            raise sqlstate 'PT409' using message = 'removal_not_allowed',
                detail = 'The file removes what people have. Allow the removal, or keep the names.',
                hint = json_build_object('plan', _plan);
        end if;
        perform api.set_definition(
            _tenant, apply_tenant.definition, apply_tenant.source, applied_by);
    end if;
    return query select _tenant.tenant_id, _outcome, _plan::json;
end
$$;
