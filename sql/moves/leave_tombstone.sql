-- Notes which keys a tenant has that another database serves, and with :'cleared' as true that its
-- rows are deleted here. Repeatable.
-- The row and the schema stay: requests of the tenant are answered 503 tenant_moved from then on.
select pg_catalog.pg_advisory_xact_lock(1748722538);
update entitlements.tenant_moves moved
   set state = 'moved', other_database = :'other', changed_at = pg_catalog.clock_timestamp(),
       cleared_at = coalesce(moved.cleared_at, case when :'cleared'::boolean
                                                    then pg_catalog.clock_timestamp() end),
       key_ids = coalesce(moved.key_ids, array(
           select key.key_id from entitlements.api_keys key where key.tenant_id = :'tenant'))
 where moved.tenant_id = :'tenant';
