-- Each permissive policy compares the tenant, so that a table whose restrictive policy is lost
-- shows no row of another tenant. Postgres adds equal conditions once: reads keep their plans.

-- Puts a tenant's table under row security, forced on its owner too. Both policies compare the
-- tenant: tenant_rows lets rows in, and tenant_isolation, which is restrictive, keeps a later
-- permissive policy from widening that. hearth_backup reads the rows of all tenants, and writes
-- none. Any other role sees no row, unless it gets a policy of its own.
--
-- A connection keeps its plans and serves all tenants. A plan that was made while a small tenant
-- was set would expect few rows of any. Without statistics of tenant_id, the planner expects the
-- same of every tenant.
--
-- Doors (security definer functions, owned by hearth_owner) read some tables across tenants. Only a
-- table made with `is_crossed_by_doors` has door_rows, which lets the owner do so; everywhere else
-- a definer function sees the one tenant of its transaction.
create or replace procedure entitlements.secure_table(
    table_name regclass, is_crossed_by_doors boolean default false)
language plpgsql
set search_path = ''
as $$
declare
    _roles constant text := case when is_crossed_by_doors then 'hearth_server'
                                 else 'hearth_server, hearth_owner' end;
    _policy text;
begin
    execute format('alter table %s owner to hearth_owner', table_name);
    execute format(
        'alter table %s enable row level security, force row level security', table_name);
    execute format('alter table %s alter column tenant_id set statistics 0', table_name);
    foreach _policy in array array['tenant_rows on %s as permissive to %s',
                                   'tenant_isolation on %s as restrictive to %s'] loop
        execute format(
            'create policy ' || _policy || ' '
            'using (tenant_id = entitlements.current_tenant_id()) '
            'with check (tenant_id = entitlements.current_tenant_id())',
            table_name, _roles);
    end loop;
    if is_crossed_by_doors then
        execute format(
            'create policy door_rows on %s to hearth_owner using (true) with check (true)',
            table_name);
    end if;
    execute format(
        'create policy backup_rows on %s for select to hearth_backup using (true)', table_name);
    execute format('grant select on %s to hearth_backup', table_name);
end
$$;

do $$
declare
    _isolation record;
begin
    for _isolation in
        select policy.polrelid::regclass as table_name,
               not 'hearth_owner'::regrole = any (policy.polroles) as is_crossed_by_doors
          from pg_catalog.pg_policy policy
         where policy.polname = 'tenant_isolation'
    loop
        execute format('drop policy if exists tenant_rows on %s', _isolation.table_name);
        execute format('drop policy if exists tenant_isolation on %s', _isolation.table_name);
        execute format('drop policy if exists backup_rows on %s', _isolation.table_name);
        call entitlements.secure_table(_isolation.table_name, _isolation.is_crossed_by_doors);
    end loop;
end
$$;

-- Returns the tables of tenants of which the calling role sees a row. Without a tenant in the
-- transaction, hearth_server must see none. Each is asked by its primary key, which starts with the
-- tenant: a table of any size is one search.
create function entitlements.tables_seen() returns setof text
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
declare
    _table regclass;
    _is_seen boolean;
begin
    for _table in
        select class.oid::regclass
          from pg_catalog.pg_class class
          join pg_catalog.pg_attribute attribute
            on attribute.attrelid = class.oid and attribute.attname = 'tenant_id'
         where class.relnamespace = 'entitlements'::regnamespace
           and class.relkind in ('r', 'p')
           and pg_catalog.has_table_privilege(class.oid, 'select')
         order by class.relname
    loop
        execute format('select exists (select from %s)', _table) into _is_seen;
        if _is_seen then return next _table::text; end if;
    end loop;
end
$$;
alter function entitlements.tables_seen() owner to hearth_owner;
revoke all on function entitlements.tables_seen() from public;
grant execute on function entitlements.tables_seen() to hearth_server;
