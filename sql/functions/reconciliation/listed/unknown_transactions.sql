-- Lists the transactions in snapshots that no evidence has yet.
--
-- An event may report the same new purchase at this moment, so the caller locks them. `lists` has
-- the purchases of each snapshot.

create function api.unknown_transactions(lists jsonb[])
returns table (transaction_id text)
language sql stable rows 64
begin atomic
    select named.id
      from (select entry.value ->> 'transaction_id' as id
              from unnest(unknown_transactions.lists) as list (purchases)
             cross join lateral jsonb_array_elements(list.purchases) as entry (value)
            offset 0) as listed
     cross join lateral unnest(array[listed.id, split_part(listed.id, '..', 1)]) as named (id)
     where not exists (
           select from entitlements.evidence known
            where known.tenant_id = entitlements.current_tenant_id()
              and known.transaction_id = listed.id);
end;
