-- Returns the tenant's rules for claims and merges.

create function api.people_rules() returns entitlements.people_rules
language plpgsql stable
as $$
declare
    _rules entitlements.people_rules;
begin
    select * into _rules from entitlements.people_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    return _rules;
end
$$;
