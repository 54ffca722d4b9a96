-- Returns how many requests a snapshot takes: three in v2, one in v1.
--
-- Pure: reads nothing but its argument.

create function api.requests_per_snapshot(tenant entitlements.tenants) returns integer
language sql stable
return case tenant.revenuecat_api when 'v2' then 3 else 1 end;
