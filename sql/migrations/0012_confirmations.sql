-- Whom a webhook event was about is read back from RevenueCat, to confirm what it said: one row a
-- person however many events, read inside what the tenant may ask, which all servers share.

alter table entitlements.tenants
    -- Which of RevenueCat's APIs the key is for; v2 needs the project's id.
    add column revenuecat_api text not null default 'v1' check (revenuecat_api in ('v1', 'v2')),
    add column revenuecat_project text
        check (octet_length(revenuecat_project) between 1 and 100),
    add column requests_per_minute integer not null default 480
        check (requests_per_minute between 10 and 600000),
    add check (revenuecat_api = 'v1' or revenuecat_project is not null);

-- Each tenant that has, or had, a key for RevenueCat's REST API, and what may be asked with it.
create table entitlements.upstreams (
    tenant_id uuid not null references entitlements.tenants,
    -- Sealed under the installation's encryption key. Null: it was taken away, nobody is read.
    sealed_key bytea check (octet_length(sealed_key) between 29 and 4096),
    -- When the bucket of requests is full again, if nobody takes any more. All that there is to
    -- know of a bucket that fills at a constant rate.
    full_at timestamptz not null default '-infinity',
    -- RevenueCat, or a key that it refuses, lets nobody ask before.
    paused_until timestamptz not null default '-infinity',
    primary key (tenant_id)
) with (fillfactor = 50);
comment on table entitlements.upstreams is
    'How each tenant is read from RevenueCat: its key, sealed, and what it may ask.';
call entitlements.secure_table('entitlements.upstreams', is_crossed_by_doors => true);
grant select, insert, update on entitlements.upstreams to hearth_server;

-- Taken after everything else, so that nobody who waits for one holds what its holder waits for.
create table entitlements.confirmations (
    tenant_id uuid not null,
    app_user_uuid uuid not null,
    -- The id to ask about: evidence named it. Whoever it points at by then is confirmed.
    app_user_id text collate "C" not null,
    queued_at timestamptz not null default now(),
    -- When the person may be read (again): at once, after a setback, or when a lease ends.
    due_at timestamptz not null default now(),
    -- Who reads it. An event that arrives meanwhile takes this away, so that it is read again.
    claim_id uuid,
    attempts integer not null default 0 check (attempts >= 0),
    -- Why the last attempt failed.
    setback text,
    primary key (tenant_id, app_user_uuid),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
);
create index confirmations_due on entitlements.confirmations (tenant_id, due_at);
comment on table entitlements.confirmations is 'People who wait to be read back from RevenueCat.';
call entitlements.secure_table('entitlements.confirmations', is_crossed_by_doors => true);
grant select, insert, update, delete on entitlements.confirmations to hearth_server;

-- Who has just paid waits for the purchase to be known here. Whatever stores a purchase tells them,
-- and nobody else: a notification is a queue for all that commit at once.
create table entitlements.awaited_transactions (
    tenant_id uuid not null references entitlements.tenants,
    transaction_id text collate "C" not null check (octet_length(transaction_id) between 1 and 500),
    awaited_until timestamptz not null,
    primary key (tenant_id, transaction_id)
);
comment on table entitlements.awaited_transactions is
    'Transactions of stores that somebody waits for at this moment.';
call entitlements.secure_table('entitlements.awaited_transactions');
grant select, insert, update, delete on entitlements.awaited_transactions to hearth_server;
