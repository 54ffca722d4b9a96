-- Returns whether the login may act as hearth_backup and as the owner of the tables.
select pg_catalog.bool_and(pg_catalog.pg_has_role(
           session_user, role.oid,
           case when pg_catalog.current_setting('server_version_num')::integer >= 160000
                then 'set' else 'member' end))
  from pg_catalog.pg_roles role
 where role.rolname in ('hearth_owner', 'hearth_backup');
