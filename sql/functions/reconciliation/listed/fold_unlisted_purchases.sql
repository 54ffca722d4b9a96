-- Folds the purchases again that snapshots could have listed and did not: before and after.
--
-- Stores nothing. `app_user_ids` has the id of the snapshot of each purchase. The caller holds the
-- app users and the purchases, and has stored the snapshots.
-- A purchase that was over when the snapshot was read is skipped, unless later evidence was folded:
-- the snapshot may change what that meant. RevenueCat lists no grants of the tenant.
-- Volatile, because it must see the evidence that the same statement adds.
-- Locks: none beyond the caller's.

create function api.fold_unlisted_purchases(
    snapshots entitlements.snapshots[], app_user_ids text[], purchase_ids uuid[])
returns table (
    app_user_id text, before entitlements.purchases, after entitlements.purchases)
language plpgsql volatile rows 1
as $$
begin
    return query
    select snapshot.app_user_id, purchase, folded
      from unnest(
               fold_unlisted_purchases.app_user_ids, fold_unlisted_purchases.purchase_ids)
           as known (app_user_id, purchase_id)
      join unnest(snapshots) as snapshot
        on snapshot.app_user_id = known.app_user_id
       and known.purchase_id <> all (snapshot.purchase_ids) -- Usually all are listed.
      join entitlements.purchases purchase
        on purchase.tenant_id = entitlements.current_tenant_id()
       and purchase.purchase_id = known.purchase_id and purchase.store <> 'hearth'
       and (purchase.access_ends_at > snapshot.order_at
            or purchase.folded_at > api.order_of(snapshot.read_at, snapshot.received_at))
     cross join lateral api.folded_purchase(purchase.purchase_id) as folded;
end
$$;
