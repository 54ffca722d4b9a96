-- A tenant moves to another database: how far that is, and that it is not served here meanwhile.
-- Compatible from schema version 37.

create table entitlements.tenant_moves (
    -- No reference: in the new database this row is there before the tenant is.
    tenant_id uuid primary key,
    slug text not null,
    -- In the old database: copying, fenced, moved, or aborting. In the new one: arriving.
    state text not null
        check (state in ('copying', 'fenced', 'moved', 'aborting', 'arriving')),
    -- Workers leave the tenant alone, and requests that write are refused.
    is_away boolean not null
        generated always as (state in ('fenced', 'moved', 'arriving')) stored,
    -- Where it moves to or comes from, in words and without a password.
    other_database text not null check (octet_length(other_database) between 1 and 500),
    started_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    -- Where the write-ahead log was when no write of the tenant was left.
    fenced_position pg_lsn,
    -- Of the subscription in the new database: its slots are named by it.
    subscription_id oid
);
comment on table entitlements.tenant_moves is
    'Tenants that move to another database or arrive from one, and those that have moved.';
grant select on entitlements.tenant_moves to hearth_server;
call entitlements.secure_table('entitlements.tenant_moves', is_crossed_by_doors => true);
