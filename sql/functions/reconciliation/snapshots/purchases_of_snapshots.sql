-- Lists the purchases that app users have or had, and those of listed transactions.
--
-- Each has the id of its snapshot: `asked` has it for each of `ids`, `listing` for each of
-- `chains`.
-- Standard SQL: names bind at creation, and the planner inlines the body.
-- Locks: none.

create function api.purchases_of_snapshots(
    asked text[], ids text[], listing text[], chains text[])
returns table (asked text, purchase_id uuid)
language sql stable security invoker rows 64
begin atomic
    select named.asked, known.purchase_id
      from unnest(purchases_of_snapshots.asked, purchases_of_snapshots.ids) as named (asked, id)
      join entitlements.evidence known
        on known.tenant_id = entitlements.current_tenant_id() and known.app_user_id = named.id
     where known.purchase_id is not null
     union
    select chain.asked, same.purchase_id
      from unnest(purchases_of_snapshots.listing, purchases_of_snapshots.chains)
           as chain (asked, id)
      join entitlements.evidence same
        on same.tenant_id = entitlements.current_tenant_id() and same.transaction_id = chain.id
     where same.purchase_id is not null
     union
    select chain.asked, same.purchase_id
      from unnest(purchases_of_snapshots.listing, purchases_of_snapshots.chains)
           as chain (asked, id)
      join entitlements.purchases same
        on same.tenant_id = entitlements.current_tenant_id() and same.chain_id = chain.id;
end;
