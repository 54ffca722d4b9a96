-- The schema, the tenant of a transaction, and the one way to put a table under row security.
-- Repeatable: the adoption of an older schema runs it again.

create schema if not exists entitlements authorization hearth_owner;
revoke all on schema entitlements from public;
grant usage on schema entitlements to hearth_server, hearth_backup;

-- A function may be called by no role until its file names one.
alter default privileges for role hearth_owner revoke execute on functions from public;

-- The migrator makes these two before the first migration.
grant select on entitlements.deployments, entitlements.migrations to hearth_backup;

-- The tenant that this transaction acts for. After a transaction-local setting has ended, the
-- setting reads as '' and not as null: both mean "no tenant", and no tenant sees no row.
-- The standard's body binds its names now, so it needs no search_path, and the planner inlines it
-- into every policy: a comparison is all that is left of it.
create or replace function entitlements.current_tenant_id() returns uuid
language sql stable parallel safe
return nullif(pg_catalog.current_setting('hearth.tenant_id', true), '')::uuid;
alter function entitlements.current_tenant_id() owner to hearth_owner;
revoke all on function entitlements.current_tenant_id() from public;
grant execute on function entitlements.current_tenant_id() to hearth_server;

-- Puts a tenant's table under row security, forced on its owner too. The restrictive policy keeps
-- tenants apart for the two roles that have rows: a later permissive policy can add to it, never
-- widen it. hearth_backup reads the rows of all tenants, and writes none. Any other role sees no
-- row, unless it gets a policy of its own.
--
-- A connection keeps its plans and serves all tenants. A plan that was made while a small tenant
-- was set would expect few rows of any. Without statistics of tenant_id, the planner expects the
-- same of every tenant.
--
-- Doors (security definer functions, owned by hearth_owner) read some tables across tenants. Only a
-- table made with `is_crossed_by_doors` lets the owner do so; everywhere else a definer function
-- sees the one tenant of its transaction.
create or replace procedure entitlements.secure_table(
    table_name regclass, is_crossed_by_doors boolean default false)
language plpgsql
set search_path = ''
as $$
begin
    execute format('alter table %s owner to hearth_owner', table_name);
    execute format(
        'alter table %s enable row level security, force row level security', table_name);
    execute format('alter table %s alter column tenant_id set statistics 0', table_name);
    execute format(
        'create policy tenant_rows on %s to hearth_server, hearth_owner '
        'using (true) with check (true)',
        table_name);
    execute format(
        'create policy tenant_isolation on %s as restrictive to %s '
        'using (tenant_id = entitlements.current_tenant_id()) '
        'with check (tenant_id = entitlements.current_tenant_id())',
        table_name,
        case when is_crossed_by_doors then 'hearth_server'
             else 'hearth_server, hearth_owner' end);
    execute format(
        'create policy backup_rows on %s for select to hearth_backup using (true)', table_name);
    execute format('grant select on %s to hearth_backup', table_name);
end
$$;
alter procedure entitlements.secure_table(regclass, boolean) owner to hearth_owner;
revoke all on procedure entitlements.secure_table(regclass, boolean) from public;

-- Counts the rows that the calling role sees of each table: for each of some tenants, at most
-- `maximum_rows` of a table. hearth_owner sees what is there, tenant by tenant; hearth_backup must
-- see the same.
create or replace function entitlements.count_rows(maximum_tenants integer, maximum_rows integer)
returns table (tenant_id uuid, table_name text, row_count bigint)
language plpgsql volatile
set search_path = ''
as $$
#variable_conflict use_column
begin
    for tenant_id in
        select tenant.tenant_id from entitlements.tenants tenant
         order by tenant.tenant_id limit count_rows.maximum_tenants
    loop
        perform set_config('hearth.tenant_id', tenant_id::text, true);
        for table_name in
            select class.relname::text from pg_catalog.pg_class class
              join pg_catalog.pg_attribute attribute
                on attribute.attrelid = class.oid and attribute.attname = 'tenant_id'
             where class.relnamespace = 'entitlements'::regnamespace and class.relkind = 'r'
             order by class.relname
        loop
            execute format(
                'select count(*) from (select from entitlements.%I one where one.tenant_id = $1 '
                'limit $2) as seen', table_name)
               into row_count using tenant_id, count_rows.maximum_rows;
            return next;
        end loop;
    end loop;
end
$$;
comment on function entitlements.count_rows(integer, integer) is
    'The rows of each table that the calling role sees, tenant by tenant, up to a limit.';
alter function entitlements.count_rows(integer, integer) owner to hearth_owner;
revoke all on function entitlements.count_rows(integer, integer) from public;
grant execute on function entitlements.count_rows(integer, integer) to hearth_backup;
