-- Returns whether an entry of a snapshot is an entitlement that is active without a purchase.
--
-- Such an entry has neither store nor transaction, because nothing in the answer names them.
-- Pure: reads only its argument.

create function api.names_only_entitlement(evidence entitlements.evidence) returns boolean
language sql immutable
return evidence.kind = 'snapshot' and evidence.store = 'unknown'
       and evidence.transaction_id is null and not coalesce(evidence.is_one_time, false);
