-- What may be used how often, and what is bought to be used up. Usage is kept under the id it came
-- with, and a credit under the purchase that gave it: so both follow their ids and purchases to
-- whom these go, and nothing is moved by hand when people become one, or stop being it.

create table entitlements.limits (
    tenant_id uuid not null references entitlements.tenants,
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    -- By the calendar, in UTC; null: it never resets, and what was used is given back by a release.
    period text check (period in ('day', 'week', 'month', 'year')),
    -- What everybody may use.
    free_amount bigint not null check (free_amount between 0 and 1000000000),
    primary key (tenant_id, limit_id)
);
comment on table entitlements.limits is 'What may be used how often, by everybody.';
call entitlements.secure_table('entitlements.limits');
grant select, insert, update, delete on entitlements.limits to hearth_server;

create table entitlements.limit_entitlements (
    tenant_id uuid not null,
    limit_id text collate "C" not null,
    entitlement_id text collate "C" not null,
    -- What somebody with the entitlement may use instead; null: without a limit.
    amount bigint check (amount between 0 and 1000000000),
    primary key (tenant_id, limit_id, entitlement_id),
    foreign key (tenant_id, limit_id) references entitlements.limits on delete cascade,
    foreign key (tenant_id, entitlement_id) references entitlements.entitlements on delete cascade
);
comment on table entitlements.limit_entitlements is 'Which entitlements lift a limit, and how far.';
call entitlements.secure_table('entitlements.limit_entitlements');
grant select, insert, update, delete on entitlements.limit_entitlements to hearth_server;

create table entitlements.product_credits (
    tenant_id uuid not null,
    product_id text collate "C" not null,
    credit_id text collate "C" not null check (octet_length(credit_id) between 1 and 200),
    amount integer not null check (amount between 1 and 1000000),
    primary key (tenant_id, product_id, credit_id),
    foreign key (tenant_id, product_id) references entitlements.products on delete cascade
);
comment on table entitlements.product_credits is 'What one purchase of a product gives to use up.';
call entitlements.secure_table('entitlements.product_credits');
grant select, insert, update, delete on entitlements.product_credits to hearth_server;

-- As purchases name products, usage names limits: what was used stays used when a limit leaves the
-- catalog, and counts again when it comes back.
create table entitlements.usage (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    -- -infinity where the limit never resets.
    period_starts_at timestamptz not null,
    used bigint not null check (used >= 0),
    primary key (tenant_id, app_user_id, limit_id, period_starts_at),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids
) with (fillfactor = 80);
comment on table entitlements.usage is 'How much was used under an id, by limit and period.';
call entitlements.secure_table('entitlements.usage');
grant select, insert, update on entitlements.usage to hearth_server;

-- What was set aside until it is known whether it is used, and what was used under a reference of
-- the caller's, so that a job that is retried counts once and can be given back.
create table entitlements.reservations (
    tenant_id uuid not null,
    reservation_id uuid not null default gen_random_uuid(),
    app_user_id text collate "C" not null,
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    period_starts_at timestamptz not null,
    amount bigint not null check (amount between 1 and 1000000),
    reference text collate "C" check (octet_length(reference) between 1 and 255),
    -- Of these, usage counts what is used, and a limit what is reserved until it expires.
    status text not null check (status in ('reserved', 'used', 'released')),
    made_at timestamptz not null,
    -- Null where it was used at once.
    expires_at timestamptz check (expires_at <= made_at + interval '1 day'),
    primary key (tenant_id, reservation_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids,
    check (status <> 'reserved' or expires_at is not null)
);
-- One thing, one count.
create unique index reservations_of_reference
    on entitlements.reservations (tenant_id, app_user_id, limit_id, reference)
    where status <> 'released';
create index reservations_held
    on entitlements.reservations (tenant_id, app_user_id, limit_id) where status = 'reserved';
-- What is used of a limit that never resets may be given back at any time.
create index reservations_by_age
    on entitlements.reservations (made_at)
    where status <> 'used' or period_starts_at > '-infinity';
comment on table entitlements.reservations is
    'What was set aside of a limit, or used under a reference.';
call entitlements.secure_table('entitlements.reservations', is_crossed_by_doors => true);
grant select, insert, update on entitlements.reservations to hearth_server;

-- What was spent of what a purchase gave. Whoever owns the purchase has what is left of it.
create table entitlements.credit_spends (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    credit_id text collate "C" not null check (octet_length(credit_id) between 1 and 200),
    reference text collate "C" not null check (octet_length(reference) between 1 and 255),
    purchase_id uuid not null,
    amount integer not null check (amount between 1 and 1000000),
    spent_at timestamptz not null,
    primary key (tenant_id, app_user_id, credit_id, reference, purchase_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids,
    foreign key (tenant_id, purchase_id) references entitlements.purchases
);
create index credit_spends_of_purchase
    on entitlements.credit_spends (tenant_id, purchase_id, credit_id);
comment on table entitlements.credit_spends is 'What was spent, and of which purchase.';
call entitlements.secure_table('entitlements.credit_spends');
grant select, insert on entitlements.credit_spends to hearth_server;

-- What somebody is about to buy a credit for. The purchase that comes of it is spent on it at once;
-- an order is settled when something was spent under its reference.
create table entitlements.credit_orders (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    environment text not null check (environment in ('production', 'sandbox')),
    credit_id text collate "C" not null check (octet_length(credit_id) between 1 and 200),
    reference text collate "C" not null check (octet_length(reference) between 1 and 255),
    ordered_at timestamptz not null,
    primary key (tenant_id, app_user_id, environment, credit_id, reference),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids
);
comment on table entitlements.credit_orders is 'What a credit is about to be bought for.';
call entitlements.secure_table('entitlements.credit_orders');
grant select, insert on entitlements.credit_orders to hearth_server;
