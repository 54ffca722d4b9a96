-- Gives a purchase known only from snapshots the original transaction that an event names.
--
-- Without it, the purchase would get a second row. The caller has locked the related app users. The
-- purchase is that of the event's transaction, else the app users' purchase of this product that
-- had begun by the event's period. A one-time purchase must have begun with that period. Of several
-- products of one order, each has its own.
-- Idempotent: if a purchase has the transaction already, nothing changes.
-- Locks: the purchase.

create function api.adopt_snapshot_purchase(
    evidence entitlements.evidence, chain_id text, app_user_ids text[])
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _slack constant interval := interval '1 second';
    _app_users constant uuid[] := array(
        select distinct known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (adopt_snapshot_purchase.app_user_ids));
    _is_alone constant boolean := evidence.order_item is null
        and coalesce(cardinality(evidence.order_items), 1) = 1;
    _purchase_id uuid;
begin
    if exists (
        select from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and purchase.environment = evidence.environment
           and purchase.store = evidence.store
           and purchase.chain_id = adopt_snapshot_purchase.chain_id) then
        return;
    end if;
    select purchase.purchase_id into _purchase_id
      from entitlements.purchases purchase
     cross join lateral (
           select coalesce(
                      split_part(purchase.transaction_id, '..', 1)
                          in (split_part(evidence.transaction_id, '..', 1),
                              api.order_of_chain(adopt_snapshot_purchase.chain_id))
                      and (_is_alone or product.is_same), false),
                  product.is_same
             from (select split_part(purchase.product_id, ':', 1)
                          = split_part(evidence.product_id, ':', 1)) as product (is_same))
           as same (transaction, product)
     where purchase.tenant_id = _tenant_id
       and purchase.purchase_id in (
           select named.purchase_id from entitlements.purchases named
            where named.tenant_id = _tenant_id
              and named.chain_id in ('snapshot:' || evidence.transaction_id,
                                     'snapshot:' || adopt_snapshot_purchase.chain_id,
                                     'snapshot:' || evidence.transaction_id || ' + '
                                         || api.item_key(evidence.product_id))
            union all
           select own.purchase_id from entitlements.purchases own
            where own.tenant_id = _tenant_id and own.owner_uuid = any (_app_users))
       and purchase.environment = evidence.environment and purchase.store = evidence.store
       and starts_with(purchase.chain_id, 'snapshot:')
       and (same.transaction
            or api.is_same_product(evidence, purchase.purchase_id)
               and coalesce(evidence.purchased_at + _slack > (
                       select min(coalesce(known.original_purchased_at, known.purchased_at))
                         from entitlements.evidence known
                        where known.tenant_id = _tenant_id
                          and known.purchase_id = purchase.purchase_id), true)
               and (not purchase.is_one_time
                    or evidence.purchased_at < purchase.period_started_at + _slack))
     order by same.transaction desc, same.product desc nulls last,
              purchase.period_started_at desc, purchase.purchase_id
     limit 1;
    update entitlements.purchases purchase
       set chain_id = adopt_snapshot_purchase.chain_id
     where purchase.tenant_id = _tenant_id and purchase.purchase_id = _purchase_id;
end
$$;
