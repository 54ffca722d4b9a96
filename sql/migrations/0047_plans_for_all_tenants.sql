-- A connection keeps its plans and serves all tenants. A plan that was made while a small tenant
-- was set expected few rows of that tenant, and then read all rows of a large one. Without
-- statistics of tenant_id, the planner expects the same of every tenant.

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
        case when is_crossed_by_doors then 'hearth_server' else 'public' end);
end
$$;

do $$
declare
    _table regclass;
begin
    for _table in
        select policy.polrelid::regclass from pg_policy policy
         where policy.polname = 'tenant_isolation'
    loop
        execute format('alter table %s alter column tenant_id set statistics 0', _table);
    end loop;
end
$$;
