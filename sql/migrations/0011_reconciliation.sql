-- What RevenueCat's REST API says of a person is evidence like any event: it replaces what was told
-- before it was read, and yields to what happens later. Where it differed from what we believed,
-- that is written down as drift.

alter table entitlements.evidence
    -- What only a snapshot says. An event says it by its kind.
    add column is_one_time boolean,
    add column original_purchased_at timestamptz,
    add column never_expires boolean,
    add column will_renew boolean,
    add column cancelled_at timestamptz,
    add column billing_issue_at timestamptz,
    add column is_paused boolean,
    add column refunded_at timestamptz,
    -- Version 2 of the API says whether there is access, and then that decides.
    add column gives_access boolean;

-- A snapshot names the latest transaction only.
create index purchases_of_transaction on entitlements.purchases (tenant_id, transaction_id)
    where transaction_id is not null;

alter table entitlements.app_users
    -- When RevenueCat was last asked about this person, by RevenueCat's clock.
    add column confirmed_at timestamptz;
create index app_users_by_confirmation on entitlements.app_users (tenant_id, confirmed_at);

-- One row for each time that a person was read back. What it listed is evidence; what it did not
-- list is told by this row, of purchases also that we only hear of later.
create table entitlements.snapshots (
    tenant_id uuid not null,
    -- The id that was asked about.
    app_user_id text collate "C" not null,
    read_at timestamptz not null,
    received_at timestamptz not null,
    order_at timestamptz not null generated always as (least(read_at, received_at)) stored,
    -- Every id that RevenueCat named as this person's.
    app_user_ids text[] not null,
    -- The purchases that it listed.
    purchase_ids uuid[] not null,
    -- The subscriptions that it listed as running, each as `environment product`: version 1 lists
    -- one a product and is silent about a second.
    running_products text[] not null,
    run_id uuid,
    has_drift boolean not null default false,
    primary key (tenant_id, app_user_id, read_at),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids
);
comment on table entitlements.snapshots is
    'Each time a person was read back from RevenueCat, and what was listed.';
call entitlements.secure_table('entitlements.snapshots');
grant select, insert, update (has_drift) on entitlements.snapshots to hearth_server;

create table entitlements.drift (
    tenant_id uuid not null references entitlements.tenants,
    drift_id uuid not null default gen_random_uuid(),
    run_id uuid,
    found_at timestamptz not null,
    -- The id that was asked about. A dry run may name one that we do not have.
    app_user_id text collate "C" not null,
    -- Null where it is about the person's ids, or a purchase that a dry run did not add.
    purchase_id uuid,
    environment text,
    product_id text,
    -- Null where we knew nothing, and where nothing is left.
    before jsonb,
    after jsonb,
    access_affected boolean not null,
    cause text not null check (cause in (
        'missed_event', 'late_event', 'changed_upstream', 'refund_without_event', 'alias_unknown',
        'transfer_one_sided', 'sandbox_leak', 'catalog_changed', 'clock', 'unknown')),
    is_dry_run boolean not null,
    primary key (tenant_id, drift_id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases
);
create index drift_recent on entitlements.drift (tenant_id, found_at, drift_id);
create index drift_of_run on entitlements.drift (tenant_id, run_id, found_at, drift_id)
    where run_id is not null;
comment on table entitlements.drift is
    'What was found to differ from RevenueCat, and why. Never edited.';
call entitlements.secure_table('entitlements.drift');
grant select, insert on entitlements.drift to hearth_server;
