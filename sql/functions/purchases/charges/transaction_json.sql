-- Returns a charge as the contract shows it, from the evidence of its payment and its refund.

create function api.transaction_json(
    evidence entitlements.evidence, refund entitlements.evidence)
returns json
language plpgsql stable
as $$
declare
    _product record;
begin
    select sold.kind, sold.duration into _product
      from api.catalog_product(evidence.product_id) as sold;
    return json_build_object(
        'transaction_id', evidence.transaction_id,
        'original_transaction_id', evidence.original_transaction_id,
        'purchase_id', evidence.purchase_id,
        'product_id', evidence.product_id,
        'product_kind', _product.kind,
        'duration', _product.duration,
        'plan_type', api.plan_type(_product.kind, _product.duration),
        'store', evidence.store,
        'environment', evidence.environment,
        'period_type', evidence.period_type,
        'purchased_at', api.rfc3339(evidence.purchased_at),
        'period_ends_at', api.rfc3339(evidence.expires_at),
        'price', api.price_json(evidence),
        'is_trial_conversion', evidence.is_trial_conversion,
        'is_family_share', coalesce(evidence.is_family_share, false),
        'offer_code', evidence.offer_code,
        'presented_offering_id', evidence.presented_offering_id,
        'country_code', evidence.country_code,
        'refunded_at', api.rfc3339(coalesce(refund.refunded_at, refund.order_at)),
        'refunded_price', api.price_json(refund));
end
$$;
