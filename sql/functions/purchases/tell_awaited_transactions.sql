-- Tells whoever waits for a transaction that it is known, as soon as the caller commits.
--
-- internal: called by store_purchase, before it writes.
-- Only where somebody waits: a notification makes all that commit at once wait for each other.
-- Whoever begins to wait while the lock is held waits for the commit, and sees the purchase.
-- Locks: the transactions' shares of the tenant's, with others who store.

create function api.tell_awaited_transactions(
    before entitlements.purchases, after entitlements.purchases) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _id text;
begin
    if before.folded_at is not null
       and before.transaction_id is not distinct from after.transaction_id then
        return;
    end if;
    foreach _id in array array[
        case when before.folded_at is null then before.chain_id end,
        nullif(after.transaction_id, before.chain_id)]
    loop
        continue when _id is null;
        perform pg_advisory_xact_lock_shared(api.transaction_lock(_tenant_id, _id));
        if exists (
            select from entitlements.awaited_transactions awaited
             where awaited.tenant_id = _tenant_id and awaited.transaction_id = _id
               and awaited.awaited_until > now()) then
            perform pg_notify('hearth_transactions', _tenant_id::text || ' ' || _id);
        end if;
    end loop;
end
$$;

grant execute
    on function api.tell_awaited_transactions(entitlements.purchases, entitlements.purchases)
    to hearth_server;
comment on function api.tell_awaited_transactions(
    entitlements.purchases, entitlements.purchases) is
    'Tells whoever waits for a transaction that it is known.';
