-- Returns what of some buckets' evidence counts by itself: charges, refunds, cancelled trials.
--
-- A transaction is charged once and refunded once, however many events and snapshots say so.
-- An amount without a currency is in US dollars, as RevenueCat converts it.
-- Other kinds are charges if the table of kinds says that they pay; the rest is left out.

create function api.bucket_marks(first_bucket integer, last_bucket integer, as_of timestamptz)
returns table (
    bucket integer, product_id text, store text, country_code text, currency text,
    at timestamptz, figure text, number integer, amount numeric)
language plpgsql stable rows 10000
as $$
begin
    return query
    with fact as materialized (
        select evidence.*, api.is_refund(evidence) as is_refund,
               case when evidence.kind = 'cancellation' and not api.is_refund(evidence)
                        then 'trials_cancelled'
                    when evidence.kind = 'cancellation' or evidence.kind = 'snapshot'
                        then 'refunds'
                    when evidence.kind = 'refund_reversed' then 'refunds_reversed'
                    else 'charges' end as figure
          from entitlements.evidence evidence
         where evidence.tenant_id = entitlements.current_tenant_id()
           and evidence.purchase_id between api.bucket_start(first_bucket)
               and api.bucket_end(last_bucket)
           and evidence.environment = 'production'
           and evidence.order_at <= bucket_marks.as_of
           and evidence.is_family_share is not true
           and not api.is_granted(evidence.store)
           and case when evidence.kind = 'cancellation' and not api.is_refund(evidence)
                        then evidence.period_type = 'trial'
                             and evidence.cancel_reason is distinct from 'billing_error'
                    when entitlements.evidence_does(evidence.kind) = 'pays'
                        then coalesce(evidence.price_in_purchased_currency, evidence.price) > 0
                    else evidence.kind = 'refund_reversed' or api.is_refund(evidence) end
    )
    select distinct on (fact.purchase_id, fact.figure, mark.id)
           api.bucket_of(fact.purchase_id), fact.product_id, fact.store, fact.country_code,
           case when fact.figure = 'trials_cancelled' then ''
                when fact.price_in_purchased_currency is null or fact.currency is null then 'USD'
                else fact.currency end,
           case when fact.figure = 'charges' then coalesce(fact.purchased_at, fact.order_at)
                else coalesce(fact.refunded_at, fact.order_at) end,
           fact.figure, 1,
           case when fact.figure = 'trials_cancelled' then 0
                when fact.price_in_purchased_currency is null or fact.currency is null
                    then coalesce(abs(fact.price), 0)
                else abs(fact.price_in_purchased_currency) end
      from fact
     cross join lateral (
           select coalesce(fact.transaction_id, fact.purchased_at::text, fact.evidence_id) as id)
           as mark
     order by fact.purchase_id, fact.figure, mark.id, fact.kind = 'snapshot', fact.order_at,
              fact.rank, fact.evidence_id;
end
$$;
