-- Derives evidence of an add-on from the events of its order that no longer list it.
--
-- A payment lists all products of the order. So an add-on that it lacks has ended: with the period
-- before, or with the event if that came later, as after a grace period.
-- Nothing of it is stored, so the order in which events arrive does not matter. Each part is found
-- before the next, by an index (plans: rule 4).
-- Other kinds than payments list no order.

create function api.left_out_evidence(purchase_id uuid, as_of timestamptz)
returns setof entitlements.evidence
language plpgsql stable rows 1
as $$
begin
    return query
    select absent.*
      from (select one.purchase_id, one.store, one.environment,
                   api.order_of_chain(one.chain_id) as order_id,
                   split_part(one.chain_id, ' + ', 2) as item
              from entitlements.purchases one
             where one.tenant_id = entitlements.current_tenant_id()
               and one.purchase_id = left_out_evidence.purchase_id
               and strpos(one.chain_id, ' + ') > 0
            offset 0) as addon
     cross join lateral (
           select held.purchase_id from entitlements.purchases held
            where held.tenant_id = entitlements.current_tenant_id()
              and held.chain_id = addon.order_id and held.store = addon.store
              and held.environment = addon.environment
           offset 0) as main
     cross join lateral (
           select known.* from entitlements.evidence known
            where known.tenant_id = entitlements.current_tenant_id()
              and known.purchase_id = main.purchase_id
              and known.order_at <= left_out_evidence.as_of
           offset 0) as paid
     cross join lateral jsonb_populate_record(
           null::entitlements.evidence, jsonb_build_object(
               'tenant_id', paid.tenant_id, 'purchase_id', addon.purchase_id, 'kind', 'absence',
               'evidence_id', paid.evidence_id, 'app_user_id', paid.app_user_id,
               'occurred_at', paid.occurred_at, 'received_at', paid.received_at,
               'order_at', paid.order_at, 'rank', entitlements.evidence_rank('absence'),
               'expires_at', greatest(paid.purchased_at, paid.order_at))) as absent
     where paid.kind in ('initial_purchase', 'renewal') and paid.order_items is not null
       and not exists (
           select from unnest(paid.order_items) as listed (product_id)
            where api.item_key(listed.product_id) = addon.item);
end
$$;
