-- Lets one migrator run at a time in this database. The lock ends with the connection.
-- Other migrators wait for as long as a migration of large tables may take.
-- Names are pg_catalog's: in a database that others use, too, schema public may have a function
-- that fits a call better than the built-in one.
set search_path = pg_catalog, pg_temp;
set client_min_messages = warning;
set lock_timeout = '10min';
select pg_catalog.pg_advisory_lock(1748722536, 1);
