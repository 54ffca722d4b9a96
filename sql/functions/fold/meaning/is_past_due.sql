-- Returns whether a renewal goes on although the charge before it is still open: it has no price.
--
-- Stripe renews so while its invoice is unpaid, and RevenueCat tells of the failed charge once.
-- Without a failed charge such a renewal is one with a coupon.

create function api.is_past_due(state entitlements.purchases, evidence entitlements.evidence)
returns boolean
language sql immutable
return evidence.kind = 'renewal' and evidence.store = 'stripe'
    and state.billing_issue_at is not null
    and coalesce(greatest(evidence.price, evidence.price_in_purchased_currency), 0) <= 0;
