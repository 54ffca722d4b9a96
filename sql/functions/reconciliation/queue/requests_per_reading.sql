-- How many requests it takes to read one person: version 2 of the API tells in three what version 1
-- tells in one.
--
-- internal: called by whatever plans with the tenant's budget.
-- Pure: reads nothing but its argument.

create function api.requests_per_reading(tenant entitlements.tenants) returns integer
language sql stable security invoker
return case tenant.revenuecat_api when 'v2' then 3 else 1 end;
