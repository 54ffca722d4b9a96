-- Lists the purchases that app users have or had, and those of listed transactions.
--
-- Each has the id of its snapshot: `asked` has it for each of `ids`, `listing` for each of
-- `chains`.
-- Looks up one id at a time (plans: rule 3).

create function api.purchases_of_snapshots(
    asked text[], ids text[], listing text[], chains text[])
returns table (asked text, purchase_id uuid)
language sql stable rows 64
begin atomic
    select named.asked, known.purchase_id
      from unnest(purchases_of_snapshots.asked, purchases_of_snapshots.ids) as named (asked, id)
     cross join lateral api.evidence_under(named.id) as known
     where known.purchase_id is not null
     union
    select chain.asked, same.purchase_id
      from unnest(purchases_of_snapshots.listing, purchases_of_snapshots.chains)
           as chain (asked, id)
     cross join lateral (
           select evidence.purchase_id from entitlements.evidence evidence
            where evidence.tenant_id = entitlements.current_tenant_id()
              and evidence.transaction_id = chain.id
           offset 0) as same
     where same.purchase_id is not null
     union
    select chain.asked, same.purchase_id
      from unnest(purchases_of_snapshots.listing, purchases_of_snapshots.chains)
           as chain (asked, id)
     cross join lateral (
           select named.purchase_id from entitlements.purchases named
            where named.tenant_id = entitlements.current_tenant_id()
              and named.chain_id = chain.id
           offset 0) as same;
end;
