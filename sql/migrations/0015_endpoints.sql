-- Other systems learn of changes by webhooks. An endpoint has a place in the change log: what comes
-- after it is delivered. Deliveries are rows once they were attempted, as a log and for retries.

create table entitlements.endpoints (
    tenant_id uuid not null references entitlements.tenants,
    endpoint_id uuid not null,
    url text not null check (octet_length(url) between 1 and 1000),
    -- The kinds of changes that are delivered; null: all.
    kinds text[] check (cardinality(kinds) between 1 and 20),
    -- Each change up to this number was delivered, is not of these kinds, or fails in deliveries.
    handed_over_number bigint not null check (handed_over_number >= 0),
    -- Null: on.
    off_reason text check (off_reason in ('requested', 'gone', 'failing', 'changes_gone')),
    off_at timestamptz,
    -- One worker at a time delivers. The lease of a killed one ends.
    lease_id uuid,
    leased_until timestamptz not null,
    -- Its last deliveries failed or were slow: only other such endpoints wait for its worker.
    is_slow boolean not null default false,
    created_at timestamptz not null,
    primary key (tenant_id, endpoint_id),
    check ((off_reason is null) = (off_at is null))
) with (fillfactor = 50);
comment on table entitlements.endpoints is
    'Where a tenant''s changes are delivered, and up to which number of the change log.';
grant select, insert, update, delete on entitlements.endpoints to hearth_server;
call entitlements.secure_table('entitlements.endpoints', is_crossed_by_doors => true);

create table entitlements.endpoint_secrets (
    tenant_id uuid not null,
    endpoint_id uuid not null,
    slot integer not null check (slot in (1, 2)),
    -- Sealed under the installation's encryption key.
    sealed bytea not null check (octet_length(sealed) between 29 and 4096),
    created_at timestamptz not null,
    primary key (tenant_id, endpoint_id, slot),
    foreign key (tenant_id, endpoint_id) references entitlements.endpoints on delete cascade
);
comment on table entitlements.endpoint_secrets is
    'The secrets with which deliveries are signed, sealed. Both slots are live.';
grant select, insert, update, delete on entitlements.endpoint_secrets to hearth_server;
call entitlements.secure_table('entitlements.endpoint_secrets');

create table entitlements.deliveries (
    tenant_id uuid not null,
    endpoint_id uuid not null,
    number bigint not null check (number >= 1),
    attempts integer not null check (attempts >= 0),
    -- Since then it is retried, until it has failed for three days.
    first_attempt_at timestamptz not null,
    last_attempt_at timestamptz not null,
    duration_milliseconds integer not null check (duration_milliseconds >= 0),
    -- The status of the last answer; null: there was none.
    http_status integer,
    first_error text check (octet_length(first_error) between 1 and 40),
    -- When it is attempted again; null: delivered.
    due_at timestamptz,
    primary key (tenant_id, endpoint_id, number),
    foreign key (tenant_id, endpoint_id) references entitlements.endpoints on delete cascade
);
create index deliveries_failing on entitlements.deliveries (tenant_id, endpoint_id, due_at)
    where due_at is not null;
comment on table entitlements.deliveries is
    'The last attempt to deliver each change to each endpoint; delivered ones for some days.';
grant select, insert, update, delete on entitlements.deliveries to hearth_server;
call entitlements.secure_table('entitlements.deliveries', is_crossed_by_doors => true);
