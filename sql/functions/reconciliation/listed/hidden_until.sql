-- Returns until when a purchase can last that a snapshot of its app user did not list.
--
-- `-infinity`: the snapshot would have listed it, if it were still theirs. `infinity`: the absence
-- says nothing. Three kinds are never listed: temporary grants during a store's outage, grants of
-- the tenant, and purchases that only an import told of.
-- v1 lists one subscription a product, over both environments, and dates entitlements by the one
-- that lasts longest. So it may hide another purchase of the product, which lasts no longer. It
-- does not hide:
-- - a purchase with the same transaction: no real money was paid for it;
-- - a purchase in the same environment that only snapshots reported: it was the listed one.
-- Locks: none.

create function api.hidden_until(snapshot entitlements.snapshots, purchase_id uuid)
returns timestamptz
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if not exists (
        select from entitlements.evidence known
         where known.tenant_id = _tenant_id and known.purchase_id = hidden_until.purchase_id
           and known.kind not in ('temporary_entitlement_grant', 'import')
           and known.store <> 'hearth') then
        return timestamptz 'infinity';
    end if;
    return (
        select coalesce(max(coalesce(hiding.expires_at, 'infinity')), '-infinity')
          from entitlements.purchases purchase
          join entitlements.evidence known
            on known.tenant_id = _tenant_id and known.purchase_id = purchase.purchase_id
         cross join unnest(snapshot.running_products) as listed (product)
          left join lateral (
               select told.expires_at, exists (
                          select from entitlements.evidence same
                           where same.tenant_id = _tenant_id
                             and same.purchase_id = hidden_until.purchase_id
                             and same.transaction_id = told.transaction_id) as is_same
                 from entitlements.evidence told
                where told.tenant_id = _tenant_id
                  and told.purchase_id = any (snapshot.purchase_ids)
                  and told.kind = 'snapshot' and told.order_at <= snapshot.order_at
                  and told.environment || ' ' || split_part(told.product_id, ':', 1)
                      = listed.product
                order by told.order_at desc
                limit 1) as hiding on true
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id = hidden_until.purchase_id
           and listed.product in ('production ' || split_part(known.product_id, ':', 1),
                                  'sandbox ' || split_part(known.product_id, ':', 1))
           and hiding.is_same is not true
           and not (starts_with(purchase.chain_id, 'snapshot:')
                    and starts_with(listed.product, known.environment || ' ')));
end
$$;
