-- Stores the purchase of an adjustment, with its evidence, and returns what changed.
--
-- It gives no access, and follows the id that it was given to, as purchases do.
-- Locks: the inserted purchase.

create function api.open_adjustment(adjusted entitlements.credit_adjustments)
returns entitlements.changes
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _told entitlements.evidence;
begin
    _told.tenant_id := adjusted.tenant_id;
    _told.evidence_id := 'adjustment:' || adjusted.adjustment_id;
    _told.purchase_id := adjusted.purchase_id;
    _told.kind := 'adjustment';
    _told.occurred_at := adjusted.adjusted_at;
    _told.received_at := adjusted.adjusted_at;
    _told.order_at := adjusted.adjusted_at;
    _told.rank := entitlements.evidence_rank('adjustment');
    _told.environment := adjusted.environment;
    _told.store := 'hearth';
    _told.app_user_id := adjusted.app_user_id;
    _told.purchased_at := adjusted.adjusted_at;
    _told.entitlement_ids := '{}';
    insert into entitlements.purchases (tenant_id, purchase_id, environment, store, chain_id)
    values (_told.tenant_id, _told.purchase_id, _told.environment, _told.store,
            -- A space: no store's transaction has this name.
            'adjustment ' || _told.purchase_id);
    perform api.add_evidence(array[_told], array[_told.purchase_id]);
    return api.store_purchases(array[api.fold_purchase_step(null, _told, null)]);
end
$$;
