-- End users call with a token of their own: who signs a tenant's tokens, and what a token must say
-- to be one of theirs. Public keys are fetched from the issuer; a secret that is shared with it is
-- kept sealed, two of them, so that one can be replaced while the other still works.

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
    -- The claim that says that somebody has not signed up.
    anonymous_claim text not null check (octet_length(anonymous_claim) between 1 and 100),
    -- What stands before sub in an app user id.
    app_user_id_prefix text collate "C" not null
        check (octet_length(app_user_id_prefix) <= 100),
    primary key (tenant_id, issuer),
    check (audience is not null or cardinality(authorized_parties) > 0),
    check ((jwks_url is not null) = (algorithms && array['ES256', 'RS256']))
);
comment on table entitlements.token_issuers is
    'Who signs the tokens of a tenant''s end users, and what a token must say.';
call entitlements.secure_table('entitlements.token_issuers');
grant select, insert, update, delete on entitlements.token_issuers to hearth_server;

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
    'What an issuer signs with and the tenant knows, sealed under the installation''s key.';
call entitlements.secure_table('entitlements.token_secrets');
grant select, insert, update, delete on entitlements.token_secrets to hearth_server;
