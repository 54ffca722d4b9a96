-- Returns whether evidence tells of a refund.
--
-- Pure: reads only its argument.

create function api.is_refund(told entitlements.evidence) returns boolean
language sql immutable security invoker
return coalesce(
    (told).kind = 'cancellation'
        and (coalesce((told).cancel_reason = 'customer_support', false)
             or coalesce((told).price < 0, false))
    or (told).refunded_at is not null, false);
