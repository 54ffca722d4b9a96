-- Returns the add-ons that payments of their orders no longer list, to be folded again.
--
-- They are returned as events without a purchase, beside the ids of the purchases: see
-- left_out_evidence. Only events that list products are looked at, which few orders have.
-- Other kinds than payments list no order.

create function api.left_out_addons(events entitlements.bought_event[])
returns table (event entitlements.bought_event, purchase_id uuid)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select row(absent, bought.app_user_ids, bought.has_transfer, null)::entitlements.bought_event,
           addon.purchase_id
      from unnest(left_out_addons.events) as bought
     cross join lateral api.event_chains(array[bought.evidence]) as paid
     cross join lateral (
           select one.purchase_id, split_part(one.chain_id, ' + ', 2) as item
             from entitlements.purchases one
            where one.tenant_id = _tenant_id
              and one.chain_id > paid.chain_id || ' + ' and one.chain_id < paid.chain_id || ' +!'
              and one.store = paid.store and one.environment = paid.environment
           offset 0) as addon
     cross join lateral jsonb_populate_record(
           paid.evidence, jsonb_build_object('kind', 'absence', 'order_item', addon.item)) as absent
     where (bought.evidence).order_items is not null and (bought.evidence).order_item is null
       and (bought.evidence).kind in ('initial_purchase', 'renewal')
       and not exists (
           select from unnest((bought.evidence).order_items) as listed (product_id)
            where api.item_key(listed.product_id) = addon.item);
end
$$;
