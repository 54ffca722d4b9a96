-- One migrator at a time in this database; the lock ends with the connection.
set client_min_messages = warning;
set lock_timeout = '60s';
select pg_catalog.pg_advisory_lock(1748722536, 1);
