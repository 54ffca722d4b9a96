-- Returns the tenant's rules for referrals; null if it offers none.

create function api.referral_rules() returns entitlements.referral_rules
language plpgsql stable
as $$
declare
    _rules entitlements.referral_rules;
begin
    select * into _rules from entitlements.referral_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    return _rules;
end
$$;
