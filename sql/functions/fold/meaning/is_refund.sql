-- Returns whether evidence tells of a refund.
--
-- Pure: reads only its argument.

create function api.is_refund(evidence entitlements.evidence) returns boolean
language sql immutable
return coalesce(
    (evidence).kind = 'cancellation'
        and (coalesce((evidence).cancel_reason = 'customer_support', false)
             or coalesce((evidence).price < 0, false))
    or (evidence).refunded_at is not null, false);
