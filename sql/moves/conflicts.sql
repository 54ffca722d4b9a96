-- Returns what the new database has already of a tenant that wants to move there.
select 'a tenant named ' || tenant.slug from entitlements.tenants tenant
 where tenant.slug = :'slug' or tenant.tenant_id = :'tenant'
 union all
select 'an API key with the id ' || known.key_id from entitlements.api_keys known
 where known.key_id = any (pg_catalog.string_to_array(:'keys', ','));
