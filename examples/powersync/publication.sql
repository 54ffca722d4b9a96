-- Lets a PowerSync service replicate what the devices of some tenants may hold. Run by an
-- administrator, after hearth migrate; and again with another list, which replaces the first:
--
--   psql --set=tenants=stockpot,iris --file=examples/powersync/publication.sql "$DATABASE_URL"
--   psql --command='\password hearth_powersync' "$DATABASE_URL"
--
-- PowerSync reads the publication named `powersync`. If the app has one for tables of its own, it
-- stays, and Hearth's tables are added. If the app has a role for PowerSync, name it:
-- --set=role=powersync_role.
--
-- Changes are streamed through the publication, whose row filters hold them to the tenants. What
-- was there before, PowerSync copies with plain selects, which no publication filters: there row
-- security does. So a role that is not under it (PowerSync recommends BYPASSRLS) is refused, unless
-- every tenant of the database is on the list.
--
-- The replica identity of every table is its primary key, which holds the tenant and the id: row
-- filters need the one and PowerSync the other, so nothing is to be set.

\if :{?role}
\else
\set role hearth_powersync
\endif

begin;

select set_config('powersync.tenants', :'tenants', true),
       set_config('powersync.role', :'role', true);

do $$
declare
    _role constant text := current_setting('powersync.role');
    _slugs constant text[] := string_to_array(current_setting('powersync.tenants'), ',');
    _ids constant uuid[] := array(
        select tenant.tenant_id from entitlements.tenants tenant
         where tenant.slug = any (_slugs) order by tenant.slug);
    _filter constant text := format('tenant_id = any (%L::uuid[])', _ids);
    _table record;
begin
    if cardinality(_ids) <> cardinality(_slugs) or cardinality(_ids) = 0 then
        raise exception 'not each of these is a tenant: %', _slugs;
    end if;
    if not exists (select from pg_roles where rolname = _role) then
        execute format('create role %I login replication nobypassrls', _role);
    end if;
    if exists (select from pg_roles where rolname = _role and (rolbypassrls or rolsuper))
       and exists (select from entitlements.tenants where tenant_id <> all (_ids)) then
        raise exception 'role % is not under row security: it would copy every tenant', _role
            using hint = 'List every tenant, or alter the role to nobypassrls.';
    end if;
    if not exists (select from pg_publication where pubname = 'powersync') then
        create publication powersync;
    end if;
    execute format('grant usage on schema entitlements to %I', _role);
    execute format(
        'grant execute on function entitlements.current_tenant_id() to %I', _role);
    for _table in
        select told.name, told.columns
          from (values
            ('synced_subscriptions', 'tenant_id, id, user_id, household_id, is_held, environment,
                product_id, store, period_type, entitlement_ids, status_until_end,
                status_after_end, will_renew, starts_at_ms, expires_at_ms, cancelled_at_ms,
                billing_issue_at_ms'),
            ('synced_household_members', 'tenant_id, id, household_id, user_id, role,
                joined_at_ms, access_ends_at_ms'),
            ('products', 'tenant_id, product_id'),
            ('product_entitlements', 'tenant_id, product_id, entitlement_id, is_shared'),
            ('entitlements', 'tenant_id, entitlement_id, rank, is_shared'),
            ('entitlement_implications', 'tenant_id, entitlement_id, granted_entitlement_id'))
               as told (name, columns)
    loop
        execute format('grant select on entitlements.%I to %I', _table.name, _role);
        execute format('drop policy if exists devices on entitlements.%I', _table.name);
        execute format('create policy devices on entitlements.%I for select to %I using (%s)',
                       _table.name, _role, _filter);
        if exists (select from pg_publication_tables
                    where pubname = 'powersync' and schemaname = 'entitlements'
                      and tablename = _table.name) then
            -- Fails for a publication of all tables: that one streams Hearth's secrets, too.
            execute format('alter publication powersync drop table entitlements.%I', _table.name);
        end if;
        execute format('alter publication powersync add table entitlements.%I (%s) where (%s)',
                       _table.name, _table.columns, _filter);
    end loop;
end
$$;

commit;
