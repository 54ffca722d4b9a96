-- Locks transactions of a store, so that an event and a snapshot that tell of a new purchase at the
-- same moment agree on its row. They may name different people, so the locks on people do not part
-- them.
--
-- internal: called by hold_purchases and lock_snapshot_purchases, before they lock people.
-- A tenant has 256 of these locks, so a snapshot of thousands of transactions takes no more.
-- Idempotent: a lock that is held stays held until the transaction ends.
-- Locks: advisory, in the order of their numbers.

create function api.lock_transactions(transaction_ids text[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform pg_advisory_xact_lock(locked.number)
       from (select distinct hashtextextended(
                        'purchase of ' || _tenant_id::text, hashtext(named.id) & 255) as number
               from unnest(lock_transactions.transaction_ids) as named (id)
              where named.id <> ''
              order by 1) as locked;
end
$$;
