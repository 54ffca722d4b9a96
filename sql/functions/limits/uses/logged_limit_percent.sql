-- Returns the percentage of a limit from which a use is logged as a notice; null if none is.

create function api.logged_limit_percent(environment text) returns integer
language plpgsql stable
as $$
begin
    return (
        select nullif(rules.limit_near_percent, 0) from entitlements.notice_rules rules
         where rules.tenant_id = entitlements.current_tenant_id()
           and rules.is_logged and logged_limit_percent.environment = 'production');
end
$$;
