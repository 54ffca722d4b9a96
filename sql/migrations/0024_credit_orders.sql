-- An order of a credit ends: it is cancelled, or it expires. What was given up must not swallow a
-- later purchase.
alter table entitlements.tenants
    -- How long an order waits for its purchase.
    add column order_expiry_hours integer not null default 24
        check (order_expiry_hours between 1 and 8760);
alter table entitlements.credit_orders
    add column expires_at timestamptz,
    add column cancelled_at timestamptz;
update entitlements.credit_orders set expires_at = ordered_at + interval '24 hours';
alter table entitlements.credit_orders alter column expires_at set not null;
grant update on entitlements.credit_orders to hearth_server;
