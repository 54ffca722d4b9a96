-- Stores the purchase of an adjustment, with its evidence, and returns what changed.
--
-- It gives no access, and follows the id that it was given to, as purchases do.
-- Locks: the inserted purchase.

create function api.open_adjustment(adjusted entitlements.credit_adjustments)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _evidence entitlements.evidence;
    _purchase entitlements.purchases;
begin
    _evidence.tenant_id := adjusted.tenant_id;
    _evidence.evidence_id := 'adjustment:' || adjusted.adjustment_id;
    _evidence.purchase_id := adjusted.purchase_id;
    _evidence.kind := 'adjustment';
    _evidence.occurred_at := adjusted.adjusted_at;
    _evidence.received_at := adjusted.adjusted_at;
    _evidence.order_at := adjusted.adjusted_at;
    _evidence.rank := entitlements.evidence_rank('adjustment');
    _evidence.environment := adjusted.environment;
    _evidence.store := 'hearth';
    _evidence.app_user_id := adjusted.app_user_id;
    _evidence.purchased_at := adjusted.adjusted_at;
    _evidence.entitlement_ids := '{}';
    insert into entitlements.purchases as opened
           (tenant_id, purchase_id, environment, store, chain_id)
    values (_evidence.tenant_id, _evidence.purchase_id, _evidence.environment, _evidence.store,
            -- A space: no store's transaction has this name.
            'adjustment ' || _evidence.purchase_id)
    returning opened.* into _purchase;
    perform api.add_evidence(array[_evidence], array[_evidence.purchase_id]);
    return api.store_purchases(
        array[_purchase], array[api.fold_purchase_step(null, _evidence, null)]);
end
$$;
