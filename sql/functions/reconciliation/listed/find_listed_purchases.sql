-- Finds the purchase of each snapshot entry, or the candidates for it, best first.
--
-- Only `purchase_ids` are considered; the caller holds them. An entry names its latest transaction.
-- If that is known, its purchase is the answer: of several products of one order, that of this
-- product. Otherwise candidates are the app user's purchases of this product, within a second:
-- - subscription: its period starts no later than the entry's, and its renewals explain the entry's
--   (see is_explained_period);
-- - one-time purchase: it starts when the entry does.
-- A renewal's transaction id may be the original's followed by `..` and a number.
-- Looks up one id at a time (plans: rule 3).

create function api.find_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[])
returns table (
    evidence entitlements.evidence, purchase_id uuid, is_same_product boolean, candidate_ids uuid[])
language sql stable rows 64
begin atomic
    select evidence, same.purchase_id, coalesce(same.is_same_product, false),
           case when same.purchase_id is null then array(
               select purchase.purchase_id
                 from entitlements.app_user_ids own
                cross join lateral (
                      select owned.* from entitlements.purchases owned
                       where owned.tenant_id = entitlements.current_tenant_id()
                         and owned.owner_uuid = own.app_user_uuid
                      offset 0) as purchase
                where own.tenant_id = entitlements.current_tenant_id()
                  and own.app_user_id = evidence.app_user_id
                  and purchase.purchase_id = any (find_listed_purchases.purchase_ids)
                  and purchase.environment = evidence.environment
                  and purchase.store = evidence.store
                  and purchase.is_one_time = evidence.is_one_time
                  and entry.begins_at > purchase.period_started_at - interval '1 second'
                  and case when evidence.is_one_time
                           then entry.begins_at < purchase.period_started_at + interval '1 second'
                           else api.is_explained_period(evidence, purchase) end
                  and api.is_same_product(evidence, purchase.purchase_id)
                order by starts_with(purchase.chain_id, 'snapshot:'),
                         purchase.period_started_at desc, purchase.purchase_id) end
      from unnest(find_listed_purchases.listed) as evidence
     cross join lateral (
           select coalesce(evidence.purchased_at, evidence.original_purchased_at) as begins_at,
                  array_remove(array[evidence.transaction_id,
                      nullif(split_part(evidence.transaction_id, '..', 1), '')],
                          null) as transactions,
                  split_part(evidence.transaction_id, '..', 1) || ' + '
                      || api.item_key(evidence.product_id) as addon_chain
           offset 0) as entry
      left join lateral (
           select purchase.purchase_id, product.is_same as is_same_product
             from unnest(entry.transactions || entry.addon_chain) as transaction (id)
            cross join lateral (
                  (select known.purchase_id from entitlements.evidence known
                    where known.tenant_id = entitlements.current_tenant_id()
                      and known.transaction_id = transaction.id
                   offset 0)
                   union all
                  (select named.purchase_id from entitlements.purchases named
                    where named.tenant_id = entitlements.current_tenant_id()
                      and named.chain_id = transaction.id
                   offset 0)) as found
            cross join lateral (
                  select held.* from entitlements.purchases held
                   where held.tenant_id = entitlements.current_tenant_id()
                     and held.purchase_id = found.purchase_id
                  offset 0) as purchase
            cross join lateral (
                  select split_part(purchase.product_id, ':', 1)
                         = split_part(evidence.product_id, ':', 1)) as product (is_same)
            where purchase.purchase_id = any (find_listed_purchases.purchase_ids)
              and purchase.environment = evidence.environment and purchase.store = evidence.store
            order by product.is_same desc nulls last, strpos(purchase.chain_id, ' + ') > 0,
                     starts_with(purchase.chain_id, 'snapshot:'),
                     purchase.period_started_at desc, purchase.purchase_id
            limit 1) as same on true;
end;
