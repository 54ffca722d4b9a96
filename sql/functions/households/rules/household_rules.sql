-- Returns the tenant's rules for households.
--
-- Locks: none.

create function api.household_rules() returns entitlements.household_rules
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _rules entitlements.household_rules;
begin
    select * into _rules from entitlements.household_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    return _rules;
end
$$;
