-- Publishes the rows of one tenant, of all tables of tenants. Repeatable.
do $$
begin
    if exists (select from pg_catalog.pg_publication where pubname = :'name') then return; end if;
    execute (
        select format('create publication %I for table %s', :'name', string_agg(format(
                   'entitlements.%I where (tenant_id = %L)', class.relname, :'tenant'::uuid), ', '))
          from pg_catalog.pg_class class
          join pg_catalog.pg_attribute attribute
            on attribute.attrelid = class.oid and attribute.attname = 'tenant_id'
         where class.relnamespace = 'entitlements'::regnamespace and class.relkind = 'r'
           and class.relname <> 'tenant_moves');
end
$$;
