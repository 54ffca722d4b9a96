-- Keeps the write-ahead log from now on, for the subscription of a move. Repeatable.
select pg_catalog.pg_create_logical_replication_slot(:'name', 'pgoutput')
 where not exists (select from pg_catalog.pg_replication_slots where slot_name = :'name');
