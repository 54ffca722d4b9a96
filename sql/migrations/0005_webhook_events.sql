-- Every event as it came. An event is written before it is understood, so that what we acknowledged
-- is never lost and what we cannot apply today can be applied by tomorrow's release.

create table entitlements.webhook_events (
    tenant_id uuid not null references entitlements.tenants,
    event_id text collate "C" not null check (octet_length(event_id) between 1 and 1500),
    event_type text not null check (octet_length(event_type) between 1 and 200),
    -- The bytes that were authenticated. Never parsed here: one parser decides what they say.
    body bytea not null,
    received_at timestamptz not null default now(),
    status text not null check (status in ('applied', 'stored', 'failed')),
    failure text,
    attempts integer not null default 1 check (attempts >= 0),
    -- When a failed event may be tried (again): its backoff, or the end of a worker's lease.
    due_at timestamptz,
    primary key (tenant_id, event_id),
    check ((status = 'failed') = (failure is not null)),
    check ((status = 'failed') = (due_at is not null))
);
create index webhook_events_due on entitlements.webhook_events (due_at) where status = 'failed';
create index webhook_events_recent
    on entitlements.webhook_events (tenant_id, received_at, event_id);
comment on table entitlements.webhook_events is
    'Webhook events as received: applied, stored (kept, not understood) or failed (to be retried).';
call entitlements.secure_table('entitlements.webhook_events', is_crossed_by_doors => true);
grant select, insert, update on entitlements.webhook_events to hearth_server;
