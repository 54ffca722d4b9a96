-- Returns the tenant's rules for notices.

create function api.notice_rules() returns entitlements.notice_rules
language plpgsql stable
as $$
declare
    _rules entitlements.notice_rules;
begin
    select * into _rules from entitlements.notice_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    return _rules;
end
$$;
