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
call entitlements.secure_table('entitlements.signing_keys');
grant select, insert, update, delete on entitlements.signing_keys to hearth_server;
