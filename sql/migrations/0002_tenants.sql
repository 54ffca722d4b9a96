-- Tenants are the apps that share this installation; keys and secrets prove which tenant a caller
-- belongs to. Keys are kept as digests; a secret that we must be able to use again (a signing
-- secret) is kept sealed under a key that this database never sees.

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
    updated_at timestamptz not null default now(),
    -- The version of the definition in force: an answer derived from another one is not used.
    definition_version bigint not null default 1,
    -- The version of RevenueCat's API that the key is for; v2 needs the project's id.
    revenuecat_api text not null check (revenuecat_api in ('v1', 'v2')),
    revenuecat_project text check (octet_length(revenuecat_project) between 1 and 100),
    requests_per_minute integer not null check (requests_per_minute between 10 and 600000),
    -- How long an order of a credit waits for its purchase.
    order_expiry_hours integer not null check (order_expiry_hours between 1 and 8760),
    -- What a refund does to credits that were spent: forgotten, or owed.
    refunded_credits text not null
        check (refunded_credits in ('forgive', 'allow_negative', 'block_until_repaid')),
    time_zone text not null check (octet_length(time_zone) between 1 and 100),
    -- How long an app can read a change.
    changes_kept_days integer not null default 30 check (changes_kept_days between 1 and 400),
    unmapped_features text not null default 'error'
        check (unmapped_features in ('free', 'deny', 'error')),
    check (revenuecat_api = 'v1' or revenuecat_project is not null)
);
comment on table entitlements.tenants is 'Apps that share this installation.';
grant select, update on entitlements.tenants to hearth_server;
call entitlements.secure_table('entitlements.tenants', is_crossed_by_doors => true);

-- A tenant file changes what app users have. Each applied file is kept with its time and its actor,
-- so that an operator can see what changed and go back.
create table entitlements.applied_definitions (
    tenant_id uuid not null references entitlements.tenants,
    definition_version bigint not null,
    definition jsonb not null,
    -- The file as it was given; null where only its content is known.
    source text check (octet_length(source) <= 262144),
    applied_by text not null check (octet_length(applied_by) between 1 and 300),
    applied_at timestamptz not null default now(),
    primary key (tenant_id, definition_version)
);
comment on table entitlements.applied_definitions is
    'The tenant files that were applied, newest 200 of each tenant, with time and actor.';
grant select, insert, delete on entitlements.applied_definitions to hearth_server;
call entitlements.secure_table('entitlements.applied_definitions');

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
grant select, insert, update on entitlements.api_keys to hearth_server;
call entitlements.secure_table('entitlements.api_keys', is_crossed_by_doors => true);

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
    'Secrets that RevenueCat sends or signs with, sealed with the encryption key.';
grant select, insert, update, delete on entitlements.webhook_secrets to hearth_server;
call entitlements.secure_table('entitlements.webhook_secrets');

-- End users call with a token of their own: which issuer signs a tenant's tokens, and what a token
-- must say. Public keys are fetched from the issuer; a secret that is shared with it is kept
-- sealed, two of them, so that one can be replaced while the other still works.
create table entitlements.token_issuers (
    tenant_id uuid not null references entitlements.tenants,
    -- The claim iss.
    issuer text collate "C" not null check (octet_length(issuer) between 1 and 500),
    algorithms text[] not null check (
        cardinality(algorithms) >= 1 and algorithms <@ array['ES256', 'HS256', 'RS256']),
    jwks_url text check (octet_length(jwks_url) between 1 and 1000),
    -- What aud must hold, and what azp must be one of: at least one is asked for.
    audience text check (octet_length(audience) between 1 and 500),
    authorized_parties text[] not null,
    -- The claim that says that an end user has not signed up.
    anonymous_claim text not null check (octet_length(anonymous_claim) between 1 and 100),
    -- What stands before sub in an app user id.
    app_user_id_prefix text collate "C" not null
        check (octet_length(app_user_id_prefix) <= 100),
    primary key (tenant_id, issuer),
    check (audience is not null or cardinality(authorized_parties) > 0),
    check ((jwks_url is not null) = (algorithms && array['ES256', 'RS256']))
);
comment on table entitlements.token_issuers is
    'Issuers of end-user tokens, and the claims that a token must have.';
grant select, insert, update, delete on entitlements.token_issuers to hearth_server;
call entitlements.secure_table('entitlements.token_issuers');

create table entitlements.token_secrets (
    tenant_id uuid not null,
    issuer text collate "C" not null,
    slot integer not null check (slot in (1, 2)),
    sealed bytea not null check (octet_length(sealed) between 29 and 4096),
    created_at timestamptz not null default now(),
    primary key (tenant_id, issuer, slot),
    -- What an issuer signed is worth nothing once the tenant has dropped it, also when it is back.
    foreign key (tenant_id, issuer) references entitlements.token_issuers on delete cascade
);
comment on table entitlements.token_secrets is
    'HS256 secrets of token issuers, sealed with the encryption key.';
grant select, insert, update, delete on entitlements.token_secrets to hearth_server;
call entitlements.secure_table('entitlements.token_secrets');

-- A phone without a connection decides by a statement that Hearth signed. Each tenant has keys of
-- its own. A new key is published before it signs, and an old one until its last statement ends.
create table entitlements.signing_keys (
    tenant_id uuid not null references entitlements.tenants,
    -- The thumbprint of the public key (RFC 7638).
    key_id text collate "C" not null check (octet_length(key_id) = 43),
    -- The private key, sealed under the installation's encryption key.
    sealed bytea not null check (octet_length(sealed) between 29 and 4096),
    -- The point of P-256 without its first byte: x and y.
    public_key bytea not null check (octet_length(public_key) = 64),
    created_at timestamptz not null,
    -- From then on it signs, until the next key does.
    signs_from timestamptz not null check (signs_from >= created_at),
    primary key (tenant_id, key_id),
    unique (tenant_id, signs_from)
);
comment on table entitlements.signing_keys is
    'The keys with which a tenant''s statements for phones are signed, sealed.';
grant select, insert, update, delete on entitlements.signing_keys to hearth_server;
call entitlements.secure_table('entitlements.signing_keys');

-- Database roles of an app whose tables lie in the same database are let in one by one, each for
-- one tenant: the name of a tenant opens nothing.
create table entitlements.policy_roles (
    tenant_id uuid not null references entitlements.tenants,
    role_name text collate "C" not null check (octet_length(role_name) between 1 and 63),
    primary key (tenant_id, role_name)
);
comment on table entitlements.policy_roles is
    'The database roles of an app that may ask about its tenant''s people.';
call entitlements.secure_table('entitlements.policy_roles');

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
create policy backup_rows on entitlements.admin_keys for select to hearth_backup using (true);
grant select on entitlements.admin_keys to hearth_backup;
