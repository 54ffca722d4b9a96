-- What may be used how often, and what is bought to be used up. Usage is kept under the id it came
-- with, and a credit under the purchase that gave it: so both follow their ids and purchases, and
-- nothing is moved by hand when people become one, or stop being it.

create table entitlements.limits (
    tenant_id uuid not null references entitlements.tenants,
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    -- Null, and no rolling hours: it never resets, and what was used is given back by a release.
    period text check (period in ('day', 'week', 'month', 'year', 'subscription')),
    -- What every app user may use.
    free_amount bigint not null check (free_amount between 0 and 1000000000),
    rolling_hours integer check (rolling_hours between 1 and 8784),
    month_day smallint check (month_day between 1 and 31),
    is_pooled boolean not null,
    per_member bigint check (per_member between 1 and 1000000000),
    primary key (tenant_id, limit_id),
    check (period is null or rolling_hours is null),
    check (month_day is null or period = 'month'),
    check (per_member is null or is_pooled)
);
comment on table entitlements.limits is 'How often a feature may be used in a period.';
comment on column entitlements.limits.rolling_hours is
    'Each use leaves the window this many hours after it was made.';
comment on column entitlements.limits.month_day is
    'The day on which a month begins; in a shorter month, its last day.';
comment on column entitlements.limits.is_pooled is
    'Whether the members of a household use one allowance together.';
comment on column entitlements.limits.per_member is
    'What one member may use of the allowance of a pool; null: all of it.';
grant select, insert, update, delete on entitlements.limits to hearth_server;
-- prune_uses, which prunes all tenants, keeps the uses of pools that never reset.
call entitlements.secure_table('entitlements.limits', is_crossed_by_doors => true);

create table entitlements.limit_entitlements (
    tenant_id uuid not null,
    limit_id text collate "C" not null,
    entitlement_id text collate "C" not null,
    -- What an app user with the entitlement may use instead; null: without a limit.
    amount bigint check (amount between 0 and 1000000000),
    -- Unlimited may have a fair use: above it answers say so, and an operator sees a finding.
    fair_use bigint check (fair_use between 1 and 1000000000),
    is_hard boolean not null,
    primary key (tenant_id, limit_id, entitlement_id),
    foreign key (tenant_id, limit_id) references entitlements.limits on delete cascade,
    foreign key (tenant_id, entitlement_id) references entitlements.entitlements on delete cascade,
    check (fair_use is null or amount is null),
    check (not is_hard or fair_use is not null)
);
comment on table entitlements.limit_entitlements is
    'Entitlements that raise a limit, and the raised amount.';
comment on column entitlements.limit_entitlements.fair_use is
    'The amount above which unlimited use is throttled; where it is hard, refused.';
grant select, insert, update, delete on entitlements.limit_entitlements to hearth_server;
call entitlements.secure_table('entitlements.limit_entitlements');

-- As purchases name products, usage names limits: what was used stays used when a limit leaves the
-- catalog, and counts again when it comes back.
create table entitlements.usage (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    used bigint not null check (used >= 0),
    primary key (tenant_id, app_user_id, limit_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
) with (fillfactor = 80);
comment on table entitlements.usage is
    'What the pruned uses of an id and limit came to, for limits that never reset.';
grant select, insert, update on entitlements.usage to hearth_server;
call entitlements.secure_table('entitlements.usage', is_crossed_by_doors => true);

-- What a window holds is the newest total in it, less the oldest, plus the oldest amount. So a
-- window costs two reads of an index, however many rows there are.
create table entitlements.uses (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    used_at timestamptz not null,
    amount bigint not null check (amount > 0),
    total bigint not null check (total >= amount),
    primary key (tenant_id, app_user_id, limit_id, used_at),
    foreign key (tenant_id, app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade
);
-- Only the pruning of old uses reads them by age. A plan made while the table was empty also took
-- this index for the latest use of one app user, and then read the uses of all. All amounts are
-- positive: the condition keeps the index for queries that state it.
create index uses_by_age on entitlements.uses (used_at) where amount > 0;
comment on table entitlements.uses is
    'Uses of limits: one row for an id, limit and moment, with the running total.';
grant select, insert, update, delete on entitlements.uses to hearth_server;
call entitlements.secure_table('entitlements.uses', is_crossed_by_doors => true);

-- What was set aside until it is known whether it is used, and what was used under a reference of
-- the caller's. By its reference, a job that is retried counts once and can be given back.
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
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
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
-- The history of a limit shows references, and a use is released by its reference.
create index reservations_used
    on entitlements.reservations (tenant_id, app_user_id, limit_id, made_at)
    where status = 'used';
create index reservations_released
    on entitlements.reservations (tenant_id, app_user_id, limit_id, reference)
    where status = 'released' and reference is not null;
comment on table entitlements.reservations is
    'Reserved amounts of a limit, and uses with a reference.';
comment on column entitlements.reservations.period_starts_at is
    'When the window began in which it was made; -infinity if the limit never resets.';
grant select, insert, update on entitlements.reservations to hearth_server;
call entitlements.secure_table('entitlements.reservations', is_crossed_by_doors => true);

create table entitlements.overuses (
    tenant_id uuid not null,
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    app_user_id text collate "C" not null,
    first_at timestamptz not null,
    last_at timestamptz not null check (last_at >= first_at),
    primary key (tenant_id, limit_id, app_user_id),
    foreign key (tenant_id, app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade
);
create index overuses_by_age on entitlements.overuses (tenant_id, limit_id, last_at);
create index overuses_of_app_user on entitlements.overuses (tenant_id, app_user_id);
comment on table entitlements.overuses is
    'When the use of a limit under an id rose above the fair use, first and last.';
grant select, insert, update on entitlements.overuses to hearth_server;
call entitlements.secure_table('entitlements.overuses');

create type entitlements.limit_state as (
    app_user_id text,
    limit_id text,
    allowed bigint,
    used bigint,
    since timestamptz,
    resets_at timestamptz,
    rolls interval,
    fair_use bigint,
    is_hard boolean,
    is_pooled boolean,
    household_id uuid,
    per_member bigint,
    own_used bigint,
    own_spans tstzmultirange
);
comment on type entitlements.limit_state is
    'How much of a limit an app user has used and may use, and in which window.';
alter type entitlements.limit_state owner to hearth_owner;

create table entitlements.product_credits (
    tenant_id uuid not null,
    product_id text collate "C" not null,
    credit_id text collate "C" not null check (octet_length(credit_id) between 1 and 200),
    amount integer not null check (amount between 1 and 1000000),
    primary key (tenant_id, product_id, credit_id),
    foreign key (tenant_id, product_id) references entitlements.products on delete cascade
);
comment on table entitlements.product_credits is
    'The credits that one purchase of a product gives.';
grant select, insert, update, delete on entitlements.product_credits to hearth_server;
call entitlements.secure_table('entitlements.product_credits');

-- What was spent of what a purchase gave. The owner of the purchase has what is left of it.
create table entitlements.credit_spends (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    credit_id text collate "C" not null check (octet_length(credit_id) between 1 and 200),
    reference text collate "C" not null check (octet_length(reference) between 1 and 255),
    purchase_id uuid not null,
    amount integer not null check (amount between 1 and 1000000),
    spent_at timestamptz not null,
    primary key (tenant_id, app_user_id, credit_id, reference, purchase_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
    foreign key (tenant_id, purchase_id) references entitlements.purchases
);
create index credit_spends_of_purchase
    on entitlements.credit_spends (tenant_id, purchase_id, credit_id);
comment on table entitlements.credit_spends is
    'Each use of credits, and the purchase that paid it.';
grant select, insert on entitlements.credit_spends to hearth_server;
call entitlements.secure_table('entitlements.credit_spends');

-- What an app user is about to buy a credit for. The purchase that comes of it is spent on it at
-- once; an order is settled when something was spent under its reference.
create table entitlements.credit_orders (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    environment text not null check (environment in ('production', 'sandbox')),
    credit_id text collate "C" not null check (octet_length(credit_id) between 1 and 200),
    reference text collate "C" not null check (octet_length(reference) between 1 and 255),
    ordered_at timestamptz not null,
    -- What was given up must not swallow a later purchase: an order expires, or is cancelled.
    expires_at timestamptz not null,
    cancelled_at timestamptz,
    primary key (tenant_id, app_user_id, environment, credit_id, reference),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
comment on table entitlements.credit_orders is 'What a credit purchase is meant for.';
grant select, insert, update on entitlements.credit_orders to hearth_server;
call entitlements.secure_table('entitlements.credit_orders');

-- Credits are corrected by hand, and a refund of spent credits may leave a debt.
create table entitlements.credit_adjustments (
    tenant_id uuid not null,
    adjustment_id uuid not null,
    app_user_id text collate "C" not null,
    environment text not null check (environment in ('production', 'sandbox')),
    credit_id text collate "C" not null check (octet_length(credit_id) between 1 and 200),
    reference text collate "C" not null check (octet_length(reference) between 1 and 255),
    -- What it adds to the balance; below zero, what it takes.
    amount integer not null check (amount between -1000000 and 1000000 and amount <> 0),
    reason text not null check (octet_length(reason) between 1 and 2000),
    actor text not null check (octet_length(actor) between 1 and 2000),
    adjusted_at timestamptz not null,
    -- The purchase of the store `hearth` that holds what is given, or what is owed. Null: all was
    -- taken from other purchases.
    purchase_id uuid check (purchase_id = adjustment_id),
    primary key (tenant_id, adjustment_id),
    -- One thing, one adjustment.
    unique (tenant_id, app_user_id, environment, credit_id, reference),
    foreign key (tenant_id, purchase_id) references entitlements.purchases,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
comment on table entitlements.credit_adjustments is
    'Credits that the tenant gave or took by hand: how many, why, and by whom. Never edited.';
grant select, insert on entitlements.credit_adjustments to hearth_server;
call entitlements.secure_table('entitlements.credit_adjustments');
