-- Returns until when a purchase can last that a snapshot of its app user did not list.
--
-- `-infinity`: the snapshot would have listed it, if it were still theirs. `infinity`: the absence
-- says nothing. Three kinds are never listed: temporary grants during a store's outage, grants of
-- the tenant, and purchases that only an import told of. What stands for an entitlement without a
-- purchase is always listed.
-- v1 lists one subscription of a product, over all stores and environments, running or not. So it
-- is silent about others of the product (see silent_products), with two exceptions:
-- - an entry with the same transaction: it is this purchase, and no real money was paid for it;
-- - an entry with another plan of Play's product: a person has one plan, so it replaced this one.
-- Only evidence from before the snapshot counts: later evidence must not change what it meant.

create function api.hidden_until(snapshot entitlements.snapshots, purchase_id uuid)
returns timestamptz
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _read_at constant timestamptz := api.order_of(snapshot.read_at, snapshot.received_at);
    _products text[]; _plans text[]; _transactions text[];
    _is_listable boolean;
begin
    select array_agg(distinct split_part(known.product_id, ':', 1)),
           array_agg(distinct known.product_id) filter (where strpos(known.product_id, ':') > 0),
           array_agg(distinct known.transaction_id),
           bool_or(entitlements.evidence_does(known.kind) not in ('lends', 'imports')
                   and known.store <> 'hearth')
      into _products, _plans, _transactions, _is_listable
      from entitlements.evidence known
     where known.tenant_id = _tenant_id and known.purchase_id = hidden_until.purchase_id
       and api.order_of(known.occurred_at, known.received_at) <= _read_at;
    if _is_listable is not true then
        return timestamptz 'infinity';
    elsif (_products && snapshot.silent_products) is not true
          or exists (select from entitlements.purchases purchase
                      where purchase.tenant_id = _tenant_id
                        and purchase.purchase_id = hidden_until.purchase_id
                        and api.stands_for_entitlement(purchase)) then
        return timestamptz '-infinity';
    end if;
    return (
        select case when bool_or(entry.transaction_id = any (_transactions))
                    then timestamptz '-infinity'
                    else coalesce(min(entry.purchased_at) filter (
                        where entry.store = 'play_store' and entry.store = purchase.store
                          and entry.environment = purchase.environment
                          and strpos(entry.product_id, ':') > 0
                          and entry.product_id <> all (_plans)), 'infinity') end
          from entitlements.purchases purchase
          left join unnest(snapshot.purchase_ids) as listed (purchase_id) on true
          left join lateral (
               select evidence.*
                 from entitlements.evidence evidence
                where evidence.tenant_id = _tenant_id and evidence.purchase_id = listed.purchase_id
                  and evidence.kind = 'snapshot'
                  and api.order_of(evidence.occurred_at, evidence.received_at) <= _read_at
                order by api.order_of(evidence.occurred_at, evidence.received_at) desc,
                         evidence.evidence_id desc
                limit 1) as entry
            on split_part(entry.product_id, ':', 1) = any (_products)
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id = hidden_until.purchase_id);
end
$$;
