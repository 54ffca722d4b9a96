-- Returns the advisory lock between writers of a store transaction and callers awaiting it.
--
-- One of 256 per tenant, so that a write of thousands of transactions takes no more.
-- Pure: reads only its arguments.

create function api.transaction_lock(tenant_id uuid, transaction_id text) returns bigint
language sql stable
return hashtextextended(tenant_id::text, hashtext(transaction_id) & 255);
