-- Returns whether a purchase stands for an entitlement that is active without one.
--
-- See names_only_entitlement. An event always names a transaction.
-- Pure: reads only its argument.

create function api.stands_for_entitlement(purchase entitlements.purchases) returns boolean
language sql immutable
return purchase.store = 'unknown' and purchase.transaction_id is null
       and not purchase.is_one_time;
