-- An app learns what changed from a log. A writer leaves its changes unnumbered, in its own
-- transaction; a sequencer numbers what is committed. So numbers grow in the order of commits, and
-- a transaction that stays open delays no other.

create table entitlements.pending_changes (
    tenant_id uuid not null,
    -- Drawn under the locks of what changed: changes of one app user are in their order.
    place bigint generated always as identity,
    kind text not null check (octet_length(kind) between 1 and 40),
    app_user_id text collate "C" not null,
    -- What differs; null: there was or is nothing.
    before json,
    after json,
    cause text not null check (octet_length(cause) between 1 and 40),
    cause_id text collate "C" check (octet_length(cause_id) between 1 and 500),
    -- When it happened, and when the database knew.
    happened_at timestamptz not null,
    recorded_at timestamptz not null,
    primary key (tenant_id, place)
);
comment on table entitlements.pending_changes is
    'Changes that the sequencer has not numbered yet; normally for some milliseconds.';
grant select, insert on entitlements.pending_changes to hearth_server;
call entitlements.secure_table('entitlements.pending_changes', is_crossed_by_doors => true);
grant select on sequence entitlements.pending_changes_place_seq to hearth_backup;

create table entitlements.change_entries (
    tenant_id uuid not null,
    number bigint not null check (number >= 1),
    kind text not null,
    app_user_id text collate "C" not null,
    before json,
    after json,
    cause text not null,
    cause_id text collate "C",
    happened_at timestamptz not null,
    recorded_at timestamptz not null,
    -- Grows with the number, so that the oldest numbers are pruned first.
    numbered_at timestamptz not null,
    primary key (tenant_id, number)
);
create index change_entries_of_app_user
    on entitlements.change_entries (tenant_id, app_user_id, number);
comment on table entitlements.change_entries is
    'The change log: what changed for app users, numbered in the order of commits.';
grant select on entitlements.change_entries to hearth_server;
call entitlements.secure_table('entitlements.change_entries');

create table entitlements.change_heads (
    tenant_id uuid primary key references entitlements.tenants,
    last_number bigint not null default 0,
    -- Numbers up to this one are pruned.
    pruned_number bigint not null default 0 check (pruned_number between 0 and last_number)
) with (fillfactor = 50);
comment on table entitlements.change_heads is
    'Up to which number each log goes. Its row lock lets one sequencer number at a time.';
grant select on entitlements.change_heads to hearth_server;
-- A worker looks across tenants for endpoints that lack changes.
call entitlements.secure_table('entitlements.change_heads', is_crossed_by_doors => true);
