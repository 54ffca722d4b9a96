-- Deletes the tenant's rows of a table; returns how many there were.
with deleted as (delete from entitlements.:"table" where tenant_id = :'tenant' returning 1)
select pg_catalog.count(*) from deleted;
