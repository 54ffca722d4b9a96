-- Returns the chain of a purchase that stands for an entitlement without one.
--
-- It is the same in each snapshot of an app user, and like no store's chain.
-- Pure: reads only its argument.

create function api.entitlement_chain(evidence entitlements.evidence) returns text
language sql immutable
return 'entitlement:' || coalesce(api.item_key(evidence.product_id), evidence.entitlement_ids[1])
       || ' of ' || evidence.app_user_id;
