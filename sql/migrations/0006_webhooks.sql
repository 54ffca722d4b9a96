-- Every event as it came. An event is written before it is understood, so that what we acknowledged
-- is never lost and what we cannot apply today can be applied by tomorrow's release.

create table entitlements.webhook_events (
    -- No reference: it would lock the row of the tenant for each event. Tenants are never deleted,
    -- and row security refuses the row of another tenant.
    tenant_id uuid not null,
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
    -- What could not be read of an event that was applied all the same: fields that decide nothing.
    unread text[],
    primary key (tenant_id, event_id),
    check ((status = 'failed') = (failure is not null)),
    check ((status = 'failed') = (due_at is not null))
);
create index webhook_events_due on entitlements.webhook_events (due_at) where status = 'failed';
create index webhook_events_recent
    on entitlements.webhook_events (tenant_id, received_at, event_id);
comment on table entitlements.webhook_events is
    'Webhook events as received: applied, stored (not understood) or failed (to be retried).';
grant select, insert, update on entitlements.webhook_events to hearth_server;
call entitlements.secure_table('entitlements.webhook_events', is_crossed_by_doors => true);

-- A tenant whose webhooks are refused sees how many and why. One row for each tenant: any sender
-- can cause refusals.
create table entitlements.refused_webhooks (
    tenant_id uuid primary key references entitlements.tenants,
    -- Of the latest one.
    reason text not null check (octet_length(reason) between 1 and 100),
    refusals bigint not null check (refusals > 0),
    first_refused_at timestamptz not null,
    last_refused_at timestamptz not null check (last_refused_at >= first_refused_at)
);
comment on table entitlements.refused_webhooks is
    'How many webhooks were refused lately, and why the latest. A day without one starts anew.';
grant select, insert, update on entitlements.refused_webhooks to hearth_server;
call entitlements.secure_table('entitlements.refused_webhooks');

-- When a server last could take webhooks. One row.
create table entitlements.presence (
    is_only boolean not null default true primary key check (is_only),
    seen_at timestamptz not null
);
comment on table entitlements.presence is 'When a server was last able to receive webhooks.';
alter table entitlements.presence owner to hearth_owner;
grant select on entitlements.presence to hearth_backup;
