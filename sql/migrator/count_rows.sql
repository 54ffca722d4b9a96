-- Returns the rows that the present role sees of each table, tenant by tenant, up to a limit.
select tenant_id, table_name, row_count
  from entitlements.count_rows(maximum_tenants => 20, maximum_rows => 1000)
 order by tenant_id, table_name;
