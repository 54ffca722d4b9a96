-- Returns the slots of a move that are in use.
select slot_name from pg_catalog.pg_replication_slots
 where active and (slot_name = :'name' or slot_name like :'copies');
