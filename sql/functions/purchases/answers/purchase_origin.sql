-- Returns what the evidence of a purchase, up to a moment, tells of its sale.
--
-- - when it was bought first;
-- - the offer, the offering and the country that were named last;
-- - what was paid last, and whether after a trial: of a purchase or a renewal, not of a refund.
-- An SQL-standard body, so that the planner inlines it.
-- Locks: none.

create function api.purchase_origin(purchase_id uuid, as_of timestamptz)
returns table (
    first_purchased_at timestamptz, offer_code text, presented_offering_id text,
    country_code text, price json, is_trial_conversion boolean)
language sql stable security invoker rows 1
begin atomic
    select min(coalesce(told.original_purchased_at, told.purchased_at)),
           (array_agg(told.offer_code order by told.order_at desc, told.rank desc)
                filter (where told.offer_code is not null))[1],
           (array_agg(told.presented_offering_id order by told.order_at desc, told.rank desc)
                filter (where told.presented_offering_id is not null))[1],
           (array_agg(told.country_code order by told.order_at desc, told.rank desc)
                filter (where told.country_code is not null))[1],
           (array_agg(api.price_json(told) order by told.order_at desc, told.rank desc)
                filter (where told.kind in ('initial_purchase', 'renewal', 'non_renewing_purchase')
                          and coalesce(told.price, told.price_in_purchased_currency) is not null)
           )[1],
           (array_agg(told.is_trial_conversion order by told.order_at desc, told.rank desc)
                filter (where told.kind in (
                            'initial_purchase', 'renewal', 'non_renewing_purchase')))[1]
      from entitlements.evidence told
     where told.tenant_id = entitlements.current_tenant_id()
       and told.purchase_id = purchase_origin.purchase_id
       and told.order_at <= purchase_origin.as_of;
end;
