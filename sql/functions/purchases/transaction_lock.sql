-- The number of the advisory lock that parts those who store a store's transaction from those who
-- begin to wait for it: one of 256 a tenant, so that a transaction of ours which stores thousands
-- takes no more.
--
-- internal: called by await_transaction and tell_awaited_transactions.
-- Pure: reads nothing but its arguments.

create function api.transaction_lock(tenant_id uuid, transaction_id text) returns bigint
language plpgsql immutable security invoker
set search_path = ''
as $$
begin
    return hashtextextended(tenant_id::text, hashtext(transaction_id) & 255);
end
$$;

grant execute on function api.transaction_lock(uuid, text) to hearth_server;
comment on function api.transaction_lock(uuid, text) is
    'The number of the lock that parts who stores a transaction from who begins to wait for it.';
