-- Replaces the tenant's catalog, limits and rules by those of a validated definition.
--
-- Locks: those of apply_devices; the caller has locked the tenant.

create function api.apply_definition(definition jsonb) returns void
language plpgsql volatile
as $$
begin
    perform api.apply_devices(api.apply_catalog(apply_definition.definition));
    perform api.apply_limits(apply_definition.definition);
    perform api.apply_codes(apply_definition.definition);
    perform api.apply_referrals(apply_definition.definition);
    perform api.apply_household_rules(apply_definition.definition);
    perform api.apply_people_rules(apply_definition.definition);
    perform api.apply_token_issuers(apply_definition.definition);
    perform api.apply_notice_rules(apply_definition.definition);
    perform api.apply_sandbox_testers(apply_definition.definition);
end
$$;
