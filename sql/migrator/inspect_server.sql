-- Returns what a session can tell of its server, before the schema is known to be there.
-- The role is the one that the session acts as. Its membership is null where there is no role
-- hearth_server.
select pg_catalog.current_setting('server_version_num'),
       pg_catalog.pg_backend_pid(),
       pg_catalog.round(
           extract(epoch from pg_catalog.clock_timestamp()) * 1000)::bigint,
       pg_catalog.current_setting('transaction_read_only')::boolean,
       current_user::text,
       pg_catalog.current_setting('synchronous_commit'),
       (select pg_catalog.pg_has_role(session_user, server.oid, 'member')
          from pg_catalog.pg_roles server where server.rolname = 'hearth_server');
