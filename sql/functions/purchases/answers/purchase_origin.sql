-- Returns what the evidence of a purchase, up to a moment, tells of its sale.
--
-- - when it was bought first;
-- - the offer, the offering and the country that were named last;
-- - what was paid last, and whether after a trial: of a purchase or a renewal, not of a refund;
-- - when the last piece of it was received.

create function api.purchase_origin(purchase_id uuid, as_of timestamptz)
returns table (
    first_purchased_at timestamptz, offer_code text, presented_offering_id text,
    country_code text, price json, is_trial_conversion boolean, updated_at timestamptz)
language sql stable rows 1
begin atomic
    select min(coalesce(evidence.original_purchased_at, evidence.purchased_at)),
           (array_agg(evidence.offer_code order by evidence.order_at desc, evidence.rank desc)
                filter (where evidence.offer_code is not null))[1],
           (array_agg(evidence.presented_offering_id
                      order by evidence.order_at desc, evidence.rank desc)
                filter (where evidence.presented_offering_id is not null))[1],
           (array_agg(evidence.country_code order by evidence.order_at desc, evidence.rank desc)
                filter (where evidence.country_code is not null))[1],
           (array_agg(api.price_json(evidence) order by evidence.order_at desc, evidence.rank desc)
                filter (where entitlements.evidence_does(evidence.kind) = 'pays'
                          and coalesce(evidence.price,
                                       evidence.price_in_purchased_currency) is not null)
           )[1],
           (array_agg(evidence.is_trial_conversion
                      order by evidence.order_at desc, evidence.rank desc)
                filter (where entitlements.evidence_does(evidence.kind) = 'pays'))[1],
           max(evidence.received_at)
      from entitlements.evidence evidence
     where evidence.tenant_id = entitlements.current_tenant_id()
       and evidence.purchase_id = purchase_origin.purchase_id
       and evidence.order_at <= purchase_origin.as_of;
end;
