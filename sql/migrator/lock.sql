-- One migrator at a time in this database; the lock ends with the connection. The others wait for
-- as long as a migration of large tables may take.
set client_min_messages = warning;
set lock_timeout = '10min';
select pg_catalog.pg_advisory_lock(1748722536, 1);
