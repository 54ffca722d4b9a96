-- Returns whether a payment is for a period that was over when the running one began.
--
-- Periods that RevenueCat missed are found all at once, so their events have one time and no order.
-- A payment for a period that overlaps the running one counts: who changes the product at once ends
-- a period that was paid ahead. Times of snapshots have no fraction of a second.
-- Inlined (plans: rule 6): stable, because a time and an interval are added.

create function api.is_former_payment(
    state entitlements.purchases, evidence entitlements.evidence)
returns boolean
language sql stable
return coalesce(
    entitlements.evidence_does(evidence.kind) in ('pays', 'lends')
    and evidence.purchased_at < state.period_started_at
    and evidence.expires_at < state.period_started_at + interval '1 second', false);
