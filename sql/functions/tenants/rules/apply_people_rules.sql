-- Replaces a tenant's rules for claims and merges by those of a validated definition.
--
-- A rule that the definition lacks gets its default.
-- Idempotent: the same rules again are the same row.
-- Locks: none; the caller has locked the tenant.

create function api.apply_people_rules(definition jsonb) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules entitlements.people_rules;
begin
    delete from entitlements.people_rules rules where rules.tenant_id = _tenant_id;
    insert into entitlements.people_rules (tenant_id) values (_tenant_id)
    returning * into strict _rules; -- The defaults.
    _rules := jsonb_populate_record(_rules, coalesce(definition -> 'people', '{}'));
    update entitlements.people_rules rules
       set restore_behavior = _rules.restore_behavior, aliases = _rules.aliases,
           anonymous_ids = _rules.anonymous_ids,
           claim_expiry_days = _rules.claim_expiry_days,
           claims_per_30_days = _rules.claims_per_30_days,
           claim_attempts_per_hour = _rules.claim_attempts_per_hour,
           tenant_claim_attempts_per_hour = _rules.tenant_claim_attempts_per_hour
     where rules.tenant_id = _tenant_id;
end
$$;
