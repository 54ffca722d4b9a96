-- Refuses the tenant's writes for the time of the lease again; returns no row if it was lost.
update entitlements.tenant_moves
   set fenced_until = pg_catalog.clock_timestamp()
                      + pg_catalog.make_interval(secs => :'lease_seconds'::integer)
 where tenant_id = :'tenant' and state = 'fenced'
returning state;
