-- Returns what a restored database lacks of roles, owners, policies and grants, a text for each.
-- It reads only catalogs, so any login may ask.
--
-- A table keeps tenants apart if its row security is forced, if it has the policies that
-- entitlements.secure_table makes, as it makes them, and no other for our roles or for all roles.
-- The schemas of functions are those of releases (release_schemas.sql).
with ours as (
    select pg_catalog.to_regrole('hearth_owner')::oid as owner,
           pg_catalog.to_regrole('hearth_server')::oid as server,
           pg_catalog.to_regrole('hearth_backup')::oid as backup
), policies as (
    select policy.polrelid, policy.polname,
           policy.polroles && array[0::oid, ours.owner, ours.server, ours.backup] as is_of_ours,
           coalesce(case
               when policy.polname in ('tenant_rows', 'tenant_isolation')
               then policy.polpermissive = (policy.polname = 'tenant_rows')
                    and policy.polcmd = '*' and ours.server = any (policy.polroles)
                    and made.condition = '(tenant_id = current_tenant_id())'
                    and made.condition = made.check
               when policy.polname = 'backup_rows'
               then policy.polcmd = 'r' and policy.polroles = array[ours.backup]
               when policy.polname = 'door_rows' then policy.polroles = array[ours.owner]
           end, false) as is_as_made
      from pg_catalog.pg_policy policy
     cross join ours
     cross join lateral (
           select pg_catalog.replace(
                      pg_catalog.pg_get_expr(policy.polqual, policy.polrelid),
                      'entitlements.', '') as condition,
                  pg_catalog.replace(
                      pg_catalog.pg_get_expr(policy.polwithcheck, policy.polrelid),
                      'entitlements.', '') as check) as made
), tables as (
    select class.oid, class.relname::text as name, owner.rolname as owner, class.relkind,
           class.relrowsecurity and class.relforcerowsecurity
           and (select pg_catalog.count(*) filter (
                           where policy.is_as_made and policy.polname <> 'door_rows') = 3
                       and pg_catalog.bool_and(policy.is_as_made or not policy.is_of_ours)
                  from policies policy
                 where policy.polrelid = class.oid) as keeps_tenants_apart,
           exists (select from pg_catalog.pg_attribute attribute
                    where attribute.attrelid = class.oid and attribute.attname = 'tenant_id'
                   ) as is_of_tenants,
           exists (select from pg_catalog.pg_roles server
                    where server.rolname = 'hearth_server'
                      and pg_catalog.has_table_privilege(server.oid, class.oid, 'select')
                   ) as is_granted,
           exists (select from pg_catalog.pg_roles backup
                    where backup.rolname = 'hearth_backup'
                      and pg_catalog.has_table_privilege(backup.oid, class.oid, 'select')
                   ) as is_backed_up
      from pg_catalog.pg_class class
      join pg_catalog.pg_roles owner on owner.oid = class.relowner
     where class.relnamespace = pg_catalog.to_regnamespace('entitlements')
       and class.relkind in ('r', 'p', 'v')
), releases as (
    select schema.oid, schema.nspname::text as name
      from pg_catalog.pg_namespace schema
     where schema.nspname ~ '^hearth_[0-9a-f]{12}$'
        or schema.nspname = 'api' and pg_catalog.to_regproc('api.get_deployment') is not null
), functions as (
    select owner.rolname as owner,
           exists (select from pg_catalog.pg_roles server
                    where server.rolname = 'hearth_server'
                      and pg_catalog.has_function_privilege(server.oid, made.oid, 'execute')
                   ) as is_granted
      from pg_catalog.pg_proc made
      join pg_catalog.pg_roles owner on owner.oid = made.proowner
     where made.pronamespace in (select releases.oid from releases)
), schemas as (
    select schema.nspname::text as name, owner.rolname as owner,
           exists (select from pg_catalog.pg_roles server
                    where server.rolname = 'hearth_server'
                      and pg_catalog.has_schema_privilege(server.oid, schema.oid, 'usage')
                   ) as is_granted
      from pg_catalog.pg_namespace schema
      join pg_catalog.pg_roles owner on owner.oid = schema.nspowner
     where schema.nspname = 'entitlements'
        or schema.oid in (select releases.oid from releases)
), lacking (place, words, count) as (
    select 1, 'the role ' || wanted.name, 1
      from pg_catalog.unnest(array['hearth_owner', 'hearth_server', 'hearth_backup'])
           as wanted (name)
     where pg_catalog.to_regrole(wanted.name) is null
     union all
    select 2, 'the owner or the grant of schema ' || name, 1 from schemas
     where owner <> 'hearth_owner' or not is_granted
     union all
    select 3, 'tables that belong to hearth_owner', pg_catalog.count(*) from tables
     where owner <> 'hearth_owner'
     union all
    select 4, 'tables that keep tenants apart by row security and its policies',
           pg_catalog.count(*)
      from tables where relkind in ('r', 'p') and is_of_tenants and not keeps_tenants_apart
     union all
    select 5, 'tables that hearth_server may read', pg_catalog.count(*) from tables
     where is_of_tenants and not is_granted and name <> 'policy_roles'
     union all
    select 6, 'tables that hearth_backup may read', pg_catalog.count(*) from tables
     where relkind = 'r' and not is_backed_up
     union all
    select 7, 'functions that belong to hearth_owner and that hearth_server may call',
           pg_catalog.count(*)
      from functions where owner <> 'hearth_owner' or not is_granted
)
select words || case when place > 2 then ' (' || count || ' do not)' else '' end
  from lacking where count > 0 order by place, words;
