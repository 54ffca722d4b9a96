-- Lets an administrator without superuser migrate and back up, on Postgres 15 to 18.

alter table entitlements.pending_changes rename column position to place;
alter sequence entitlements.pending_changes_position_seq rename to pending_changes_place_seq;

-- Puts a tenant's table under row security, forced on its owner too. The restrictive policy keeps
-- tenants apart for the two roles that have rows: a later permissive policy can add to it, never
-- widen it. hearth_backup reads the rows of all tenants, and writes none. Any other role sees no
-- row, unless it gets a policy of its own.
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

grant usage on schema entitlements to hearth_backup;
grant select on entitlements.admin_keys, entitlements.deployments, entitlements.migrations,
    entitlements.presence to hearth_backup;
grant select on sequence entitlements.pending_changes_place_seq to hearth_backup;
create policy backup_rows on entitlements.admin_keys
    for select to hearth_backup using (true);

do $$
declare
    _isolation record;
begin
    for _isolation in
        select policy.polrelid::regclass as table_name,
               policy.polroles = array[0]::oid[] as is_public
          from pg_catalog.pg_policy policy
         where policy.polname = 'tenant_isolation'
    loop
        if _isolation.is_public then
            execute format('alter policy tenant_isolation on %s to hearth_server, hearth_owner',
                           _isolation.table_name);
        end if;
        execute format('create policy backup_rows on %s for select to hearth_backup using (true)',
                       _isolation.table_name);
        execute format('grant select on %s to hearth_backup', _isolation.table_name);
    end loop;
end
$$;

-- Counts the rows that the calling role sees of each table: for each of some tenants, at most
-- `maximum_rows` of a table. hearth_owner sees what is there, tenant by tenant; hearth_backup must
-- see the same.
create function entitlements.count_rows(maximum_tenants integer, maximum_rows integer)
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

-- Whether a person has an entitlement now, by the same answer as a lookup. The function is owned by
-- hearth_owner, so that the role that asks needs no right to a table. It sets `hearth.tenant_id`
-- back itself: only a superuser may make a function that has a parameter of ours as an attribute.
create or replace function entitlements.has_entitlement(
    tenant text, app_user_id text, entitlement text)
returns boolean
language plpgsql stable strict security definer
set search_path = ''
as $$
declare
    -- In here current_user is the owner of the function. A role taken by `set role` asks for
    -- itself.
    _role constant text := case when current_setting('role') = 'none' then session_user
                                else current_setting('role') end;
    _tenant_id constant uuid := (
        select known.tenant_id from entitlements.tenants known
         where known.slug = has_entitlement.tenant);
    _tenant_before constant text := coalesce(current_setting('hearth.tenant_id', true), '');
    _is_active boolean;
begin
    perform set_config('hearth.tenant_id', coalesce(_tenant_id::text, ''), true);
    if not exists (
        select from entitlements.policy_roles admitted
         where admitted.tenant_id = _tenant_id and admitted.role_name = _role) then
        raise insufficient_privilege using
            message = format('role "%s" may not ask about tenant "%s"', _role, tenant),
            hint = 'An administrator lets it: call entitlements.admit_policy_role(tenant, role).';
    end if;
    select (found.answer -> 'entitlements' -> has_entitlement.entitlement ->> 'is_active')::boolean
      into _is_active
      from api.get_entitlements(has_entitlement.app_user_id) as found;
    perform set_config('hearth.tenant_id', _tenant_before, true);
    return coalesce(_is_active, false);
end
$$;
comment on function entitlements.has_entitlement(text, text, text) is
    'Whether a person of a tenant has an entitlement now; for row policies of the app''s tables.';
alter function entitlements.has_entitlement(text, text, text) owner to hearth_owner;
revoke all on function entitlements.has_entitlement(text, text, text) from public;

-- Lets a role ask about one tenant. Repeatable.
create or replace procedure entitlements.admit_policy_role(tenant text, role_name text)
language plpgsql security definer
set search_path = ''
as $$
declare
    _tenant_id constant uuid := (
        select known.tenant_id from entitlements.tenants known
         where known.slug = admit_policy_role.tenant);
    _tenant_before constant text := coalesce(current_setting('hearth.tenant_id', true), '');
begin
    if _tenant_id is null then
        raise no_data_found using message = format('there is no tenant "%s"', tenant);
    end if;
    perform set_config('hearth.tenant_id', _tenant_id::text, true);
    perform quote_ident(role_name)::regrole; -- `public` would be everyone, and is no role.
    execute format('grant usage on schema entitlements to %I', role_name);
    execute format('grant execute on function entitlements.has_entitlement(text, text, text) to %I',
                   role_name);
    insert into entitlements.policy_roles (tenant_id, role_name)
    values (_tenant_id, admit_policy_role.role_name)
        on conflict do nothing;
    perform set_config('hearth.tenant_id', _tenant_before, true);
end
$$;
comment on procedure entitlements.admit_policy_role(text, text) is
    'Lets a role of the app ask has_entitlement about one tenant.';
alter procedure entitlements.admit_policy_role(text, text) owner to hearth_owner;
revoke all on procedure entitlements.admit_policy_role(text, text) from public;

-- Ends that. Repeatable. The role keeps the right to call the function, which then refuses it.
create or replace procedure entitlements.dismiss_policy_role(tenant text, role_name text)
language plpgsql security definer
set search_path = ''
as $$
declare
    _tenant_before constant text := coalesce(current_setting('hearth.tenant_id', true), '');
begin
    perform set_config('hearth.tenant_id', coalesce((
        select known.tenant_id::text from entitlements.tenants known
         where known.slug = dismiss_policy_role.tenant), ''), true);
    delete from entitlements.policy_roles admitted
     where admitted.tenant_id = entitlements.current_tenant_id()
       and admitted.role_name = dismiss_policy_role.role_name;
    perform set_config('hearth.tenant_id', _tenant_before, true);
end
$$;
comment on procedure entitlements.dismiss_policy_role(text, text) is
    'Ends what admit_policy_role began.';
alter procedure entitlements.dismiss_policy_role(text, text) owner to hearth_owner;
revoke all on procedure entitlements.dismiss_policy_role(text, text) from public;
