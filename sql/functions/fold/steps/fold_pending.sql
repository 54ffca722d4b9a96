-- Folds what a snapshot lists of a purchase whose first payment is still to come.
--
-- Nothing has begun, so nothing can end. What is known of it is what it would give.

create function api.fold_pending(state entitlements.purchases, evidence entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
begin
    _purchase.product_id := coalesce(evidence.product_id, _purchase.product_id);
    _purchase.entitlement_ids := coalesce(evidence.entitlement_ids, _purchase.entitlement_ids);
    _purchase.transaction_id := coalesce(evidence.transaction_id, _purchase.transaction_id);
    _purchase.will_renew := false;
    return _purchase;
end
$$;
