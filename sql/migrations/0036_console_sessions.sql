-- The console's sessions in browsers, and the links that begin one.

-- A session acts by a key, so it ends with the key. Only the digest of its token is kept. It has no
-- tenant: an admin key has none, and the tenant of another is found with the key.
create table entitlements.console_sessions (
    -- SHA-256 of the token.
    token_digest bytea primary key check (octet_length(token_digest) = 32),
    -- A link is exchanged for a session, once.
    kind text not null check (kind in ('link', 'session')),
    key_id text collate "C" not null check (key_id ~ '^[0-9A-Za-z]{8,64}$'),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null check (expires_at > created_at)
);
create index console_sessions_by_expiry on entitlements.console_sessions (expires_at);
comment on table entitlements.console_sessions is
    'Signed-in browsers of the console, and links to sign in by, by the digest of their token.';
alter table entitlements.console_sessions owner to hearth_owner;
alter table entitlements.console_sessions enable row level security, force row level security;
create policy door_rows on entitlements.console_sessions
    to hearth_owner using (true) with check (true);
create policy backup_rows on entitlements.console_sessions
    for select to hearth_backup using (true);
grant select on entitlements.console_sessions to hearth_backup;
