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
    'One row while there is a schema api, of older releases: the SHA-256 over its function files.';

-- The oldest schema version whose functions work after the migration; null: only its own.
alter table entitlements.migrations add column if not exists compatible_from integer;

create table if not exists entitlements.releases (
    schema_name text primary key,
    schema_version integer not null,
    installed_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
);
alter table entitlements.releases owner to hearth_owner;
comment on table entitlements.releases is
    'The releases whose functions are installed, each in a schema of its own, and when a server or '
    'a migrator of each was last seen.';
grant select on entitlements.releases to hearth_backup;
