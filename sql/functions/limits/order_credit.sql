-- Orders a credit: the next purchase that gives one is spent on the order at once.
--
-- Called with a secret key, before the purchase. The app need not run any more when the purchase
-- arrives. Existing credits are not spent. An unsettled order expires after the tenant's
-- order_expiry_hours.
-- Idempotent by reference: a repeated call returns the order's status. An expired or cancelled
-- order is opened again.
-- Locks: the app user → the order.
-- Raises: credit_not_in_catalog 404.

create function api.order_credit(
    app_user_id text, credit_id text, reference text, environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
begin
    perform api.require_credit(order_credit.credit_id);
    perform api.lock_app_user(order_credit.app_user_id);
    _ids := api.ids_of_app_user(order_credit.app_user_id);
    answered_as_of := coalesce(order_credit.as_of, clock_timestamp());
    answer := api.credit_order_json(
        _ids, order_credit.credit_id, order_credit.reference, order_credit.environment,
        answered_as_of);
    if coalesce(answer ->> 'status', 'none') not in ('open', 'settled') then
        insert into entitlements.credit_orders
               (tenant_id, app_user_id, environment, credit_id, reference, ordered_at, expires_at)
        select _tenant_id, order_credit.app_user_id, order_credit.environment,
               order_credit.credit_id, order_credit.reference, answered_as_of,
               answered_as_of + make_interval(hours => tenant.order_expiry_hours)
          from entitlements.tenants tenant where tenant.tenant_id = _tenant_id
            on conflict on constraint credit_orders_pkey do update
           set ordered_at = excluded.ordered_at, expires_at = excluded.expires_at,
               cancelled_at = null;
        answer := api.credit_order_json(
            _ids, order_credit.credit_id, order_credit.reference, order_credit.environment,
            answered_as_of);
    end if;
    return next;
end
$$;
