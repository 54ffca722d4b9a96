-- Returns the tables of tenants of which the present role sees rows.
select table_name from entitlements.tables_seen() as table_name;
