-- A tenant whose webhooks are refused sees how many and why. One row for each tenant: any sender
-- can cause refusals.
create table entitlements.refused_webhooks (
    tenant_id uuid primary key references entitlements.tenants,
    -- Of the latest one.
    reason text not null check (octet_length(reason) between 1 and 100),
    refusals bigint not null check (refusals > 0),
    first_refused_at timestamptz not null,
    last_refused_at timestamptz not null check (last_refused_at >= first_refused_at)
);
comment on table entitlements.refused_webhooks is
    'How many webhooks were refused lately, and why the latest. A day without one starts anew.';
call entitlements.secure_table('entitlements.refused_webhooks');
grant select, insert, update on entitlements.refused_webhooks to hearth_server;
