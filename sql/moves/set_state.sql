-- Sets the state of a move, if it is in another one that allows it; returns a row then.
-- Writes are refused for the time of the lease. A write that came in after it has changed the
-- state, so the switch finds no row. Once the tenant has moved, its open streams end here.
select pg_catalog.pg_notify('hearth_changes', :'tenant') where :'state' = 'moved';
update entitlements.tenant_moves
   set state = :'state', changed_at = pg_catalog.clock_timestamp(),
       fenced_until = case when :'state' = 'fenced'
                           then pg_catalog.clock_timestamp()
                                + pg_catalog.make_interval(secs => :'lease_seconds'::integer) end
 where tenant_id = :'tenant' and state = :'from'
returning state;
