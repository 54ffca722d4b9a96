-- Returns the state of a tenant's move, where it goes and its subscription; no row without a move,
-- or if only what an earlier one left is there.
select state, other_database, subscription_id
  from entitlements.tenant_moves where tenant_id = :'tenant' and cleared_at is null;
