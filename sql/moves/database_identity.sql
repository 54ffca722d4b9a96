-- Returns what tells a database from all others: its cluster's id and its own.
select (select system_identifier from pg_catalog.pg_control_system())::text || '/' || oid
  from pg_catalog.pg_database where datname = current_database();
