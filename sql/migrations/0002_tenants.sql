-- Tenants are the apps that share this installation; keys and secrets are how callers prove whose
-- they are. Keys are kept as digests; a secret that we must be able to use again (a signing secret)
-- is kept sealed under a key that this database never sees.

create table entitlements.tenants (
    tenant_id uuid primary key,
    slug text not null unique check (slug ~ '^[a-z][a-z0-9-]{0,62}$'),
    name text not null check (octet_length(name) between 1 and 200),
    free_plan text not null check (octet_length(free_plan) between 1 and 200),
    sandbox_policy text not null check (sandbox_policy in ('accept', 'ignore')),
    requires_authorization boolean not null,
    requires_signature boolean not null,
    signature_header text not null check (octet_length(signature_header) between 1 and 200),
    -- The applied file, canonical: applying the same file again is seen to change nothing.
    definition jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
comment on table entitlements.tenants is 'An app whose customers'' entitlements live here.';
call entitlements.secure_table('entitlements.tenants', is_crossed_by_doors => true);
grant select, update on entitlements.tenants to hearth_server;

create table entitlements.api_keys (
    tenant_id uuid not null references entitlements.tenants,
    key_id text collate "C" not null unique check (key_id ~ '^[0-9A-Za-z]{8,64}$'),
    kind text not null check (kind in ('secret', 'read')),
    digest bytea not null check (octet_length(digest) = 32),
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    primary key (tenant_id, key_id)
);
comment on table entitlements.api_keys is
    'A tenant''s keys: a public id, unique everywhere, and only the digest of the secret.';
call entitlements.secure_table('entitlements.api_keys', is_crossed_by_doors => true);
grant select, insert, update on entitlements.api_keys to hearth_server;

-- Two live secrets of a kind, so that one can be rotated while the other still works: the slot is
-- part of the key, so a third cannot be written.
create table entitlements.webhook_secrets (
    tenant_id uuid not null references entitlements.tenants,
    kind text not null check (kind in ('authorization', 'signature')),
    slot integer not null check (slot in (1, 2)),
    sealed bytea not null check (octet_length(sealed) between 29 and 4096),
    created_at timestamptz not null default now(),
    primary key (tenant_id, kind, slot)
);
comment on table entitlements.webhook_secrets is
    'What RevenueCat proves itself with, sealed under the installation''s encryption key.';
call entitlements.secure_table('entitlements.webhook_secrets');
grant select, insert, update, delete on entitlements.webhook_secrets to hearth_server;

-- Keys of the installation belong to no tenant. The server has no grant and no policy here: it
-- reaches them through doors only.
create table entitlements.admin_keys (
    key_id text collate "C" primary key check (key_id ~ '^[0-9A-Za-z]{8,64}$'),
    digest bytea not null check (octet_length(digest) = 32),
    created_at timestamptz not null default now(),
    revoked_at timestamptz
);
comment on table entitlements.admin_keys is 'Keys of the installation''s operators.';
alter table entitlements.admin_keys owner to hearth_owner;
alter table entitlements.admin_keys enable row level security, force row level security;
create policy door_rows on entitlements.admin_keys to hearth_owner using (true) with check (true);
