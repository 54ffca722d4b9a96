-- Notes where the log is, now that no write of the tenant is left. The commit makes the log durable
-- up to there.
update entitlements.tenant_moves
   set fenced_position = pg_catalog.pg_current_wal_insert_lsn()
 where tenant_id = :'tenant' and state = 'fenced'
returning fenced_position;
