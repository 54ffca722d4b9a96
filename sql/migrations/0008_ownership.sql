-- What becomes of purchases: grants that a tenant's server gives, purchases that no identified
-- person owns, and claims of them.

-- A tenant's server gives access without a purchase. Its word is evidence of a store of its own,
-- `hearth`, so that nothing that RevenueCat says can change it.
create table entitlements.grants (
    tenant_id uuid not null,
    -- The purchase that the grant's evidence folds into.
    grant_id uuid not null,
    app_user_id text collate "C" not null,
    environment text not null check (environment in ('production', 'sandbox')),
    -- One of the two.
    entitlement_id text collate "C",
    product_id text collate "C",
    starts_at timestamptz not null,
    -- Null: it never ends.
    expires_at timestamptz check (expires_at > starts_at),
    reason text not null check (octet_length(reason) between 1 and 2000),
    actor text not null check (octet_length(actor) between 1 and 2000),
    granted_at timestamptz not null,
    revoked_at timestamptz check (revoked_at >= granted_at),
    revoked_by text check (octet_length(revoked_by) between 1 and 2000),
    revocation_reason text check (octet_length(revocation_reason) between 1 and 2000),
    primary key (tenant_id, grant_id),
    foreign key (tenant_id, grant_id) references entitlements.purchases,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
    check (num_nonnulls(entitlement_id, product_id) = 1),
    check (num_nonnulls(revoked_at, revoked_by, revocation_reason) in (0, 3))
);
create index grants_of_app_user_id
    on entitlements.grants (tenant_id, app_user_id, granted_at, grant_id);
comment on table entitlements.grants is
    'Access that the tenant gave without a purchase: what, why, and by whom.';
grant select, insert, update on entitlements.grants to hearth_server;
call entitlements.secure_table('entitlements.grants');

-- Purchases that no identified person owns, since when and why.
create table entitlements.orphans (
    tenant_id uuid not null,
    orphan_id uuid not null default gen_random_uuid(),
    purchase_id uuid not null,
    orphaned_at timestamptz not null,
    reason text not null check (reason in ('unknown_id', 'anonymous', 'transferred', 'conflict')),
    resolved_at timestamptz,
    primary key (tenant_id, orphan_id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases
);
create unique index purchases_are_orphaned_once
    on entitlements.orphans (tenant_id, purchase_id) where resolved_at is null;
create index orphans_recent
    on entitlements.orphans (tenant_id, orphaned_at, orphan_id) where resolved_at is null;
comment on table entitlements.orphans is
    'Purchases that no identified app user owns or owned: since when, and why.';
grant select, insert, update on entitlements.orphans to hearth_server;
call entitlements.secure_table('entitlements.orphans');

-- To which identified people a purchase came by a merge or a claim: what limits how often.
create table entitlements.purchase_moves (
    tenant_id uuid not null,
    purchase_id uuid not null,
    moved_at timestamptz not null,
    audit_id uuid not null,
    app_user_id text collate "C" not null,
    primary key (tenant_id, purchase_id, moved_at, audit_id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases,
    foreign key (tenant_id, audit_id) references entitlements.audit_entries,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
create index purchase_moves_of_app_user_id
    on entitlements.purchase_moves (tenant_id, app_user_id);
comment on table entitlements.purchase_moves is
    'Purchases that a merge or a claim moved: from, to and when. Never edited.';
grant select, insert on entitlements.purchase_moves to hearth_server;
call entitlements.secure_table('entitlements.purchase_moves');

-- How often claims were tried: rows are counted up within their hour.
create table entitlements.claim_attempts (
    tenant_id uuid not null references entitlements.tenants,
    -- Of one person, or '' for all of the tenant.
    app_user_id text collate "C" not null,
    hour timestamptz not null,
    attempts integer not null check (attempts >= 1),
    primary key (tenant_id, app_user_id, hour)
);
create index claim_attempts_by_age on entitlements.claim_attempts (hour);
comment on table entitlements.claim_attempts is 'The number of claim attempts, by hour.';
grant select, insert, update on entitlements.claim_attempts to hearth_server;
call entitlements.secure_table('entitlements.claim_attempts', is_crossed_by_doors => true);

-- A request of an app user who has just paid waits for the purchase to be known here. What stores a
-- purchase notifies these requests alone: a notification is a queue for all that commit at once.
create table entitlements.awaited_transactions (
    tenant_id uuid not null references entitlements.tenants,
    transaction_id text collate "C" not null check (octet_length(transaction_id) between 1 and 500),
    awaited_until timestamptz not null,
    primary key (tenant_id, transaction_id)
);
comment on table entitlements.awaited_transactions is
    'Store transactions that an open request waits for.';
grant select, insert, update, delete on entitlements.awaited_transactions to hearth_server;
call entitlements.secure_table('entitlements.awaited_transactions');
