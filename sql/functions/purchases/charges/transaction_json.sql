-- Returns a charge as the contract shows it, from the evidence of its payment and its refund.
--
-- Locks: none.

create function api.transaction_json(
    told entitlements.evidence, refund entitlements.evidence)
returns json
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _product constant entitlements.products := api.catalog_product(told.product_id);
begin
    return json_build_object(
        'transaction_id', told.transaction_id,
        'original_transaction_id', told.original_transaction_id,
        'purchase_id', told.purchase_id,
        'product_id', told.product_id,
        'product_kind', _product.kind,
        'duration', _product.duration,
        'plan_type', api.plan_type(_product.kind, _product.duration),
        'store', told.store,
        'environment', told.environment,
        'period_type', told.period_type,
        'purchased_at', api.rfc3339(told.purchased_at),
        'period_ends_at', api.rfc3339(told.expires_at),
        'price', api.price_json(told),
        'is_trial_conversion', told.is_trial_conversion,
        'is_family_share', coalesce(told.is_family_share, false),
        'offer_code', told.offer_code,
        'presented_offering_id', told.presented_offering_id,
        'country_code', told.country_code,
        'refunded_at', api.rfc3339(coalesce(refund.refunded_at, refund.order_at)),
        'refunded_price', api.price_json(refund));
end
$$;
