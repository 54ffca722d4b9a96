-- Returns the limits of connections that hold for the session's login, one row each: what it is
-- of (`login`, `database` or `server`), its name, how many it allows, and how many are open
-- besides this one. Only what the server reserves holds for a superuser, too.
with login as (
    select oid, rolname, rolsuper, rolconnlimit from pg_catalog.pg_roles
     where rolname = session_user),
server as (
    select pg_catalog.current_setting('max_connections')::integer
               - pg_catalog.current_setting('superuser_reserved_connections')::integer
               - coalesce(pg_catalog.current_setting('reserved_connections', true)::integer, 0)
               as allowed,
           (select pg_catalog.sum(used.numbackends) from pg_catalog.pg_stat_database used)
               - 1 as used)
select 'login', login.rolname::text, login.rolconnlimit::text,
       (select pg_catalog.count(*) from pg_catalog.pg_stat_activity session
         where session.usesysid = login.oid
           and session.pid <> pg_catalog.pg_backend_pid())::text
  from login
 where not login.rolsuper and login.rolconnlimit >= 0
union all
select 'database', own.datname::text, own.datconnlimit::text, (used.numbackends - 1)::text
  from pg_catalog.pg_database own
  join pg_catalog.pg_stat_database used on used.datid = own.oid, login
 where own.datname = pg_catalog.current_database()
   and not login.rolsuper and own.datconnlimit >= 0
union all
select 'server', 'max_connections', server.allowed::text, server.used::text from server;
