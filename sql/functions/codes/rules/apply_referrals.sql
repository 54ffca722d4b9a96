-- Replaces a tenant's rules for referrals by those of a validated definition.
--
-- Without the section the tenant offers no referrals: what was given stays.
-- Idempotent: the same rules again are the same row.
-- Locks: none; the caller has locked the tenant.

create function api.apply_referrals(definition jsonb) returns void
language plpgsql volatile
as $$
begin
    delete from entitlements.referral_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    insert into entitlements.referral_rules
    select rules.*
      from jsonb_populate_record(
               null::entitlements.referral_rules,
               (definition -> 'referrals')
               || jsonb_build_object('tenant_id', entitlements.current_tenant_id())) as rules
     where jsonb_typeof(definition -> 'referrals') = 'object';
end
$$;
