-- Begins a transaction that sees the rows as they are now, and returns its next transaction: what
-- changes later is written by that or by one that follows.
begin isolation level repeatable read read only;
select pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::xid;
