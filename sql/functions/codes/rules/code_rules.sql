-- Returns the tenant's rules for codes.

create function api.code_rules() returns entitlements.code_rules
language plpgsql stable
as $$
declare
    _rules entitlements.code_rules;
begin
    select * into _rules from entitlements.code_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    return _rules;
end
$$;
