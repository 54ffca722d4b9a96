-- The number of the advisory lock that parts writes of a store's transaction from callers who begin
-- to wait for it: one of 256 a tenant, so that a write of thousands takes no more.
--
-- internal: called by await_transaction and tell_awaited_transactions.
-- The standard's body binds its names now and is inlined by the planner.
-- Pure: reads nothing but its arguments.

create function api.transaction_lock(tenant_id uuid, transaction_id text) returns bigint
language sql stable security invoker
return hashtextextended(tenant_id::text, hashtext(transaction_id) & 255);
