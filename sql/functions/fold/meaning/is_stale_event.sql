-- Returns whether an event is about an earlier period, or another product, than the one that runs.
--
-- Such an event must neither end what a later payment grants nor name its owner. A purchase or
-- renewal changes the product itself, so for it only the period counts. An expiration that names
-- the start of the running period counts, even if its end is earlier.

create function api.is_stale_event(state entitlements.purchases, evidence entitlements.evidence)
returns boolean
language sql immutable
return coalesce(evidence.purchased_at < state.period_started_at, false)
    or coalesce(
        entitlements.evidence_does(evidence.kind) in ('marks', 'asks')
        and split_part(evidence.product_id, ':', 1) <> split_part(state.product_id, ':', 1), false)
    or coalesce(
        evidence.kind = 'expiration' and evidence.expires_at <= state.period_started_at
        and evidence.purchased_at is distinct from state.period_started_at, false);
