-- Returns whether the new database has stored all up to the noted position.
select slot.confirmed_flush_lsn >= move.fenced_position
  from entitlements.tenant_moves move
  join pg_catalog.pg_replication_slots slot on slot.slot_name = :'name'
 where move.tenant_id = :'tenant';
