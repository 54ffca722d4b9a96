-- App Review buys in the sandbox, and must have what a customer has.
create table entitlements.sandbox_testers (
    tenant_id uuid not null references entitlements.tenants,
    app_user_id text collate "C" not null check (octet_length(app_user_id) between 1 and 1500),
    -- From then on, their sandbox purchases count in the sandbox only.
    counts_until timestamptz not null,
    primary key (tenant_id, app_user_id)
);
comment on table entitlements.sandbox_testers is
    'App users of the tenant file whose sandbox purchases count as production.';
grant select, insert, update, delete on entitlements.sandbox_testers to hearth_server;
call entitlements.secure_table('entitlements.sandbox_testers');
