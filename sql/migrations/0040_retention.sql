-- What is repeated is kept for a time; what proves (evidence, the audit) is kept for ever.
-- Compatible from schema version 40.

alter table entitlements.tenants
    add column event_bodies_kept_days integer not null default 90
        check (event_bodies_kept_days between 7 and 3650),
    add column runs_kept_days integer not null default 365
        check (runs_kept_days between 30 and 3650);

-- An event that became evidence says there what it said. Its row stays, so that its id counts once.
alter table entitlements.webhook_events
    alter column body drop not null,
    add column body_dropped_at timestamptz,
    add constraint webhook_events_body_check check ((body is null) = (body_dropped_at is not null)),
    add constraint webhook_events_body_status_check check (body is not null or status = 'applied');
comment on column entitlements.webhook_events.body_dropped_at is
    'When the body of an applied event was dropped, because it was older than the tenant keeps it.';
-- Those that were applied at their receipt are found by that.
create index webhook_events_applied_late
    on entitlements.webhook_events (tenant_id, applied_at) where applied_at is not null;

create table entitlements.dropped_bodies (
    tenant_id uuid primary key references entitlements.tenants,
    -- Bodies of events that were applied until this moment are dropped, or kept for good.
    dropped_until timestamptz not null
) with (fillfactor = 50);
comment on table entitlements.dropped_bodies is
    'Up to when the bodies of applied webhook events are dropped.';
grant select on entitlements.dropped_bodies to hearth_server;
call entitlements.secure_table('entitlements.dropped_bodies');

-- A snapshot that repeats the last one moves its row to the later moment, and the row keeps when it
-- was read first.
alter table entitlements.snapshots
    add column first_read_at timestamptz,
    add column first_received_at timestamptz,
    add constraint snapshots_first_check check (
        (first_read_at is null) = (first_received_at is null)
        and first_read_at < read_at and first_received_at <= received_at);
comment on column entitlements.snapshots.first_read_at is
    'When the same was read first, if it was read again.';
comment on column entitlements.snapshots.first_received_at is
    'When the first of equal snapshots was received.';
grant update (read_at, received_at, first_read_at, first_received_at, run_id)
    on entitlements.snapshots to hearth_server;

-- Entries that differ take 150 bytes each; equal ones share a list of places. A purchase has few
-- rows of evidence: they are sorted when they are read.
drop index entitlements.evidence_of_purchase;
create index evidence_of_purchase on entitlements.evidence (tenant_id, purchase_id);

-- Runs and their drift are pruned, oldest first.
create index runs_ended on entitlements.runs (tenant_id, ended_at) where ended_at is not null;

-- How large the tables were on a day, so that growth can be told.
create table entitlements.size_samples (
    sampled_on date not null,
    kind text not null,
    bytes bigint not null,
    primary key (sampled_on, kind)
);
comment on table entitlements.size_samples is
    'Bytes of the tables by kind, once a day for a year.';
alter table entitlements.size_samples owner to hearth_owner;
grant select on entitlements.size_samples to hearth_backup;
