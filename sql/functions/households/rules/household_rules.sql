-- Returns the tenant's rules for households.

create function api.household_rules() returns entitlements.household_rules
language plpgsql stable
as $$
declare
    _rules entitlements.household_rules;
begin
    select * into _rules from entitlements.household_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    return _rules;
end
$$;
