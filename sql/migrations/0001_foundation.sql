-- Who may see what, before there is anything to see: the schema, the tenant of a transaction, and
-- the one way to put a table under row security, so that no table can be made without it.

create schema if not exists entitlements authorization hearth_owner;
create schema if not exists api authorization hearth_owner;

revoke all on schema entitlements from public;
revoke all on schema api from public;
grant usage on schema entitlements to hearth_server;
grant usage on schema api to hearth_server;

-- The tenant that this transaction acts for. After a transaction-local setting has ended, the
-- setting reads as '' and not as null: both mean "no tenant", and no tenant sees no row.
-- The standard's body binds its names now, so it needs no search_path and the planner inlines it
-- into every policy.
create function entitlements.current_tenant_id() returns uuid
language sql stable parallel safe
return nullif(pg_catalog.current_setting('hearth.tenant_id', true), '')::uuid;

-- Puts a tenant's table under row security, forced on its owner too. The restrictive policy is what
-- keeps tenants apart: a later permissive policy can add to it, never widen it.
--
-- Doors (security definer functions, owned by hearth_owner) read some tables across tenants. Only a
-- table made with `is_crossed_by_doors` lets the owner do so; everywhere else a definer function
-- sees the one tenant of its transaction, like anybody.
create procedure entitlements.secure_table(
    table_name regclass, is_crossed_by_doors boolean default false)
language plpgsql
set search_path = ''
as $$
begin
    execute format('alter table %s owner to hearth_owner', table_name);
    execute format(
        'alter table %s enable row level security, force row level security', table_name);
    execute format(
        'create policy tenant_rows on %s to hearth_server, hearth_owner '
        'using (true) with check (true)',
        table_name);
    execute format(
        'create policy tenant_isolation on %s as restrictive to %s '
        'using (tenant_id = (select entitlements.current_tenant_id())) '
        'with check (tenant_id = (select entitlements.current_tenant_id()))',
        table_name,
        case when is_crossed_by_doors then 'hearth_server' else 'public' end);
end
$$;

alter function entitlements.current_tenant_id() owner to hearth_owner;
revoke all on function entitlements.current_tenant_id() from public;
grant execute on function entitlements.current_tenant_id() to hearth_server;
revoke all on procedure entitlements.secure_table(regclass, boolean) from public;

-- A new function is nobody's to call until its file says whose.
alter default privileges for role hearth_owner revoke execute on functions from public;
