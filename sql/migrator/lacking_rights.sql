-- Returns what the login lacks to migrate this database, and the statement that gives it.
-- It reads only catalogs, so any login may ask, and nothing is touched.
with login as (
    select role.rolname as name, role.rolcreaterole or role.rolsuper as may_create_roles,
           pg_catalog.current_setting('server_version_num')::integer >= 160000 as is_16
      from pg_catalog.pg_roles role where role.rolname = session_user
), roles as (
    select wanted.name, existing.oid
      from pg_catalog.unnest(array['hearth_owner', 'hearth_server', 'hearth_backup'])
           as wanted (name)
      left join pg_catalog.pg_roles existing on existing.rolname = wanted.name
), lacking (place, words, remedy) as (
    select 1, 'the right to create roles',
           pg_catalog.format('alter role %I createrole', login.name)
      from login
     where not login.may_create_roles and exists (select from roles where roles.oid is null)
     union all
    -- Up to 15, a login that may create roles may also grant them.
    select 2, pg_catalog.format('the role %s', roles.name),
           pg_catalog.format('grant %I to %I with admin option', roles.name, login.name)
      from login, roles
     where roles.oid is not null
       and not (pg_catalog.pg_has_role(
                    session_user, roles.oid, case when login.is_16 then 'set' else 'member' end)
                and pg_catalog.pg_has_role(session_user, roles.oid, 'usage'))
       and not (not login.is_16 and login.may_create_roles)
       and not pg_catalog.pg_has_role(session_user, roles.oid, 'member with admin option')
     union all
    select 3, pg_catalog.format('the right to create schemas in database %s', current_database()),
           pg_catalog.format('grant create on database %I to %I', current_database(), login.name)
      from login
     where not pg_catalog.has_database_privilege(current_database(), 'create')
     union all
    select 4, pg_catalog.format('the role that owns schema %s', schema.nspname),
           pg_catalog.format('grant %I to %I', owner.rolname, login.name)
      from login, pg_catalog.pg_namespace schema
      join pg_catalog.pg_roles owner on owner.oid = schema.nspowner
     where (schema.nspname = 'entitlements' or schema.nspname ~ '^hearth_[0-9a-f]{12}$')
       and owner.rolname not in (select roles.name from roles)
       and not pg_catalog.pg_has_role(session_user, owner.oid, 'usage')
)
select words, remedy from lacking order by place, words;
