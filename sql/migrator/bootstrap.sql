-- Creates the migrator's own tables. Repeatable; runs before the first migration.

create schema if not exists entitlements authorization hearth_owner;
-- A dump restored without the roles left it to the login.
alter schema entitlements owner to hearth_owner;

create table if not exists entitlements.migrations (
    version integer primary key check (version > 0),
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
);
alter table entitlements.migrations owner to hearth_owner;
comment on table entitlements.migrations is 'Applied migrations, with the SHA-256 of each file.';

create table if not exists entitlements.deployments (
    is_only boolean primary key default true check (is_only),
    functions_hash text not null,
    deployed_at timestamptz not null default now()
);
alter table entitlements.deployments owner to hearth_owner;
comment on table entitlements.deployments is
    'One row: the SHA-256 over the function files that schema api was built from.';
