-- Drops the slots and the publication of a move at the old database. Repeatable.
select pg_catalog.pg_drop_replication_slot(slot_name) from pg_catalog.pg_replication_slots
 where not temporary and (slot_name = :'name' or slot_name like :'copies');
drop publication if exists :"name";
