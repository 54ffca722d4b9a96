-- Returns the state of a tenant's move, where it goes and its subscription; no row without a move.
select state, other_database, subscription_id
  from entitlements.tenant_moves where tenant_id = :'tenant';
