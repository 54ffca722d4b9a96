-- Prepares a session for the move of one tenant, and lets no other session move it meanwhile.
-- Row security shows the session that tenant's rows. The lock ends with the session,
-- and the session with the command, even in the middle of a statement.
set search_path = pg_catalog, pg_temp;
set client_connection_check_interval = '1s';
set client_min_messages = warning;
set hearth.tenant_id = :'tenant';
set lock_timeout = '10s';
select pg_catalog.pg_advisory_lock(1748722537, pg_catalog.hashtext(:'tenant'));
