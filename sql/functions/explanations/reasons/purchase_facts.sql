-- Returns what an explanation tells of a purchase.

create function api.purchase_facts(bought entitlements.purchases) returns jsonb
language sql stable
return jsonb_build_object(
    'purchase_id', bought.purchase_id,
    'product_id', bought.product_id,
    'store', bought.store,
    'environment', bought.environment,
    'owner_app_user_id', bought.owner_app_user_id,
    'previous_owner_app_user_id', bought.previous_owner_app_user_id,
    'transaction_id', bought.transaction_id,
    'purchase_starts_at', api.rfc3339(bought.access_starts_at),
    'purchase_ends_at', case when isfinite(bought.access_ends_at)
                             then api.rfc3339(bought.access_ends_at) end,
    'moved_at', api.rfc3339(bought.moved_at),
    'refunded_at', api.rfc3339(bought.refunded_at),
    'auto_resume_at', api.rfc3339(bought.auto_resume_at));
