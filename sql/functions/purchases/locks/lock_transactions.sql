-- Locks store transactions, so that a concurrent event and snapshot share one new purchase row.
--
-- The two may name different app users, so locks on app users do not suffice; callers take those
-- later. A tenant has 256 of these locks, so a snapshot of thousands of transactions takes no more.
-- `is_shared`: for imports, whose sets would otherwise wait for each other. Two imports of one
-- transaction name the same row, which its key keeps single.
-- Idempotent: the locks are kept until the transaction ends.
-- Locks: advisory, in ascending order.

create function api.lock_transactions(transaction_ids text[], is_shared boolean default false)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform case when is_shared then pg_advisory_xact_lock_shared(locked.number)
                 else pg_advisory_xact_lock(locked.number) end
       from (select distinct hashtextextended(
                        'purchase of ' || _tenant_id::text, hashtext(named.id) & 255) as number
               from unnest(lock_transactions.transaction_ids) as named (id)
              where named.id <> ''
              order by 1) as locked;
end
$$;
