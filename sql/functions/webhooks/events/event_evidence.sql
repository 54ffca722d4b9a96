-- Returns events as evidence, in the given order.
--
-- `facts` holds each normalised event. Its keys are the columns of entitlements.evidence.
-- `order_at` is computed as the table computes it. If a purchase has no end, the catalog's duration
-- of its product sets one. No event is of the store `hearth`.

create function api.event_evidence(
    event_ids text[], facts jsonb[], received_at timestamptz[])
returns setof entitlements.evidence
language sql stable rows 64
begin atomic
    select evidence.*
      from unnest(event_evidence.event_ids, event_evidence.facts, event_evidence.received_at)
           with ordinality as event (id, facts, received_at, number)
     cross join lateral (
           select coalesce((event.facts ->> 'occurred_at')::timestamptz, event.received_at))
           as dated (occurred_at)
     cross join lateral jsonb_populate_record(
           null::entitlements.evidence,
           event.facts || jsonb_build_object(
               'tenant_id', entitlements.current_tenant_id(),
               'evidence_id', event.id,
               'received_at', event.received_at,
               'occurred_at', dated.occurred_at,
               'order_at', least(dated.occurred_at, event.received_at),
               'rank', entitlements.evidence_rank(event.facts ->> 'kind'),
               'store', coalesce(nullif(event.facts ->> 'store', 'hearth'), 'unknown'),
               'expires_at', case
                   when event.facts ? 'expires_at'
                        or (entitlements.evidence_does(event.facts ->> 'kind') = 'pays') is not true
                   then event.facts -> 'expires_at'
                   else to_jsonb(api.catalog_period_end(
                            event.facts ->> 'product_id', event.facts ->> 'period_type',
                            (event.facts ->> 'purchased_at')::timestamptz)) end)) as evidence
     order by event.number;
end;
