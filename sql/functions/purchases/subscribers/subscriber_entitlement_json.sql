-- Returns an entitlement as RevenueCat's v1 shows it, with the dates of the purchase that gives it.
--
-- Pure: reads only its arguments. `bought` is that purchase as v1 shows it.

create function api.subscriber_entitlement_json(product_key text, bought jsonb) returns jsonb
language sql immutable
return jsonb_build_object(
    'expires_date', bought -> 'expires_date',
    'grace_period_expires_date', bought -> 'grace_period_expires_date',
    'product_identifier', product_key,
    'purchase_date', bought -> 'purchase_date')
    || case when bought ->> 'product_plan_identifier' is null then '{}'
            else jsonb_build_object('product_plan_identifier', bought -> 'product_plan_identifier')
       end;
