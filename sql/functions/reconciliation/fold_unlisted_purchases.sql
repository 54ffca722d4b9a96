-- Folds again what a snapshot could have listed and did not: each purchase before and after.
-- Nothing is stored yet.
--
-- internal: called by apply_snapshot, which holds the people and the purchases and has written the
-- reading down.
-- What was over by then is not missed; but a reading that comes after later evidence may change
-- what that meant. It is volatile because it looks at what was listed, which is written down only
-- now.
-- Locks: none beyond the caller's.

create function api.fold_unlisted_purchases(
    reading entitlements.snapshots, purchase_ids uuid[])
returns table (before entitlements.purchases, after entitlements.purchases)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
begin
    if fold_unlisted_purchases.purchase_ids <@ reading.purchase_ids then
        return; -- Nearly always everything is listed.
    end if;
    return query
    select purchase, folded
      from entitlements.purchases purchase
     cross join lateral api.folded_purchase(purchase.purchase_id) as folded
     where purchase.tenant_id = entitlements.current_tenant_id()
       and purchase.purchase_id = any (fold_unlisted_purchases.purchase_ids)
       and purchase.purchase_id <> all (reading.purchase_ids)
       and greatest(purchase.access_ends_at, purchase.folded_at) > reading.order_at;
end
$$;

grant execute on function api.fold_unlisted_purchases(entitlements.snapshots, uuid[])
    to hearth_server;
comment on function api.fold_unlisted_purchases(entitlements.snapshots, uuid[]) is
    'Folds again what a snapshot could have listed and did not.';
