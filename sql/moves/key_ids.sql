-- Returns the ids of a tenant's API keys.
select key_id from entitlements.api_keys where tenant_id = :'tenant' order by key_id;
