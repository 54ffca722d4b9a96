-- Folds again what snapshots could have listed and did not: each purchase before and after, with
-- the id of its reading. Nothing is stored yet.
--
-- internal: called by fold_new_snapshots, which holds the people and the purchases and has written the
-- readings down. `app_user_ids` has the reading of each purchase.
-- What was over by then is not missed; but a reading that comes after later evidence may change
-- what that meant. It is volatile because it looks at what was listed, which is written down only
-- now.
-- Locks: none beyond the caller's.

create function api.fold_unlisted_purchases(
    readings entitlements.snapshots[], app_user_ids text[], purchase_ids uuid[])
returns table (
    app_user_id text, before entitlements.purchases, after entitlements.purchases)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select reading.app_user_id, purchase, folded
      from unnest(
               fold_unlisted_purchases.app_user_ids, fold_unlisted_purchases.purchase_ids)
           as known (app_user_id, purchase_id)
      join unnest(readings) as reading
        on reading.app_user_id = known.app_user_id
       and known.purchase_id <> all (reading.purchase_ids) -- Nearly always everything is listed.
      join entitlements.purchases purchase
        on purchase.tenant_id = entitlements.current_tenant_id()
       and purchase.purchase_id = known.purchase_id
       and greatest(purchase.access_ends_at, purchase.folded_at) > reading.order_at
     cross join lateral api.folded_purchase(purchase.purchase_id) as folded;
end
$$;
