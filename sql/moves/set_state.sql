-- Sets the state of a move, if it is in another one that allows it; returns a row then.
-- Once the tenant has moved, its open streams end here.
select pg_catalog.pg_notify('hearth_changes', :'tenant') where :'state' = 'moved';
update entitlements.tenant_moves
   set state = :'state', changed_at = pg_catalog.clock_timestamp()
 where tenant_id = :'tenant' and state = :'from'
returning state;
