-- Returns the transactions that clients of this database have open, and their sessions. A later one
-- sees what was committed before. Workers serve no request: those of autovacuum have no role, those
-- that send the log store nothing, and those that copy a tenant may take minutes for a table.
select lock.virtualxid, session.pid, session.application_name
  from pg_catalog.pg_locks lock
  join pg_catalog.pg_stat_activity session on session.pid = lock.pid
 where lock.locktype = 'virtualxid' and lock.pid <> pg_catalog.pg_backend_pid()
   and session.datname = current_database() and session.usesysid is not null
   and coalesce(session.backend_type, '') not like 'logical replication%'
   and lock.pid not in (select sender.pid from pg_catalog.pg_stat_replication sender);
