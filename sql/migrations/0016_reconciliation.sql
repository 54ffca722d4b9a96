-- What RevenueCat's REST API says of a person is evidence like any event: it replaces what was told
-- before it was read, and yields to what happens later. Where it differed from what we believed,
-- that is written down as drift.

-- Each tenant that has, or had, a key for RevenueCat's REST API, and what may be asked with it.
create table entitlements.upstreams (
    tenant_id uuid not null references entitlements.tenants,
    -- Sealed under the installation's encryption key. Null: it was taken away, no app user is read.
    sealed_key bytea check (octet_length(sealed_key) between 29 and 4096),
    -- When the bucket of requests is full again, if no request is taken. All that there is to
    -- know of a bucket that fills at a constant rate.
    full_at timestamptz not null default '-infinity',
    -- RevenueCat, or a key that it refuses, allows no request before.
    paused_until timestamptz not null default '-infinity',
    -- When the schedule last looked whether an app user is due.
    scheduled_at timestamptz not null default '-infinity',
    -- All app users are to be read, because webhooks had not been taken for too long.
    needs_catch_up boolean not null default false,
    -- Since when all webhooks are refused: no sender proved to be RevenueCat meanwhile.
    refused_since timestamptz,
    -- When a reading with this key first listed a transaction that a webhook had told of. A key may
    -- be of another project than the webhooks: until then, a reading takes nothing away.
    recognised_at timestamptz,
    -- Whether RevenueCat refused the key since it was set. A pause for that ends with the key.
    is_key_refused boolean not null default false,
    primary key (tenant_id)
) with (fillfactor = 50);
comment on table entitlements.upstreams is
    'Each tenant''s RevenueCat API key, sealed, and its request budget.';
grant select, insert, update on entitlements.upstreams to hearth_server;
call entitlements.secure_table('entitlements.upstreams', is_crossed_by_doors => true);

-- The person that a webhook event was about is read back from RevenueCat, to confirm what it said:
-- one row for each person however many events, read within the budget that all servers share.
-- Its rows are locked after all others, so that no transaction that waits for one holds what the
-- holder of that one waits for.
create table entitlements.snapshot_queue (
    tenant_id uuid not null,
    app_user_uuid uuid not null,
    -- The id to ask about: evidence named it. The person whose id it is by then is confirmed.
    app_user_id text collate "C" not null,
    queued_at timestamptz not null default now(),
    -- When the person may be read (again): at once, after a setback, or when a lease ends.
    due_at timestamptz not null default now(),
    -- The worker's claim. An event that arrives meanwhile takes it away, so that it is read again.
    claim_id uuid,
    attempts integer not null default 0 check (attempts >= 0),
    -- Why the last attempt failed.
    setback text,
    primary key (tenant_id, app_user_uuid),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
) with (fillfactor = 80);
create index snapshots_due on entitlements.snapshot_queue (tenant_id, due_at);
-- App users without any listed transaction that webhooks told of. Usually there are none.
create index snapshots_not_recognised on entitlements.snapshot_queue (tenant_id)
    where setback = 'project_not_recognised';
comment on table entitlements.snapshot_queue is
    'App users who are due for a snapshot from RevenueCat.';
grant select, insert, update, delete on entitlements.snapshot_queue to hearth_server;
call entitlements.secure_table('entitlements.snapshot_queue', is_crossed_by_doors => true);

-- A run reads many people back from RevenueCat: those at risk, or all. What is left of it to do is
-- in these rows and nowhere else, so that any server goes on where another stopped.
create table entitlements.runs (
    tenant_id uuid not null references entitlements.tenants,
    run_id uuid not null default gen_random_uuid(),
    scope text not null check (scope in ('user', 'due', 'all')),
    -- A caller asked for it, it was time, or webhooks had not been taken for too long.
    origin text not null check (origin in ('request', 'schedule', 'catch_up')),
    app_user_id text collate "C",
    is_dry_run boolean not null,
    -- A run ends where more of the people it read lately lost what they had: the wrong project's
    -- key would look like that.
    stop_at_lost_percent integer not null check (stop_at_lost_percent between 1 and 100),
    status text not null default 'preparing'
        check (status in (
            'preparing', 'running', 'listing', 'finished', 'cancelled', 'stopped')),
    -- Why the last person who could not be read was not read.
    setback text,
    started_at timestamptz not null,
    ended_at timestamptz,
    -- Its people are listed up to this one.
    listed_until uuid,
    -- The run that was worked on longest ago is next.
    worked_at timestamptz not null default '-infinity',
    -- None of its people can be read before.
    resting_until timestamptz not null default '-infinity',
    -- What it came to, once it has ended.
    outcome jsonb,
    -- A run over all app users with a key for version 2 also lists the ids of the whole project,
    -- page by page: people whose webhooks were all lost are known there alone. Whether all ids were
    -- listed; and whether listing has ended, also without that.
    is_project_listed boolean not null default false,
    has_listing_ended boolean not null default false,
    -- The next page, as RevenueCat names it. Null: the first.
    project_page text check (octet_length(project_page) <= 4000),
    project_pages integer not null default 0,
    -- One of the pages before: a list that comes back to it has no end.
    project_marker text,
    -- How often in a row the next page could not be read.
    project_failures integer not null default 0,
    primary key (tenant_id, run_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
    check ((scope = 'user') = (app_user_id is not null)),
    check ((ended_at is null) = (status in ('preparing', 'running', 'listing')))
);
create unique index tenants_have_one_run on entitlements.runs (tenant_id) where ended_at is null;
create index runs_recent on entitlements.runs (tenant_id, started_at desc, run_id desc);
create index runs_of_app_user_id on entitlements.runs (tenant_id, app_user_id)
    where app_user_id is not null;
comment on table entitlements.runs is 'Runs: each compares many app users with RevenueCat.';
grant select, insert, update on entitlements.runs to hearth_server;
call entitlements.secure_table('entitlements.runs', is_crossed_by_doors => true);

create table entitlements.run_app_users (
    tenant_id uuid not null,
    run_id uuid not null,
    -- The id to ask about: of several, one that is not anonymous.
    app_user_id text collate "C" not null,
    -- People whose access most likely is wrong stand first.
    risk smallint not null,
    -- When the person may be read (again): at once, after a setback, or when a lease ends.
    due_at timestamptz not null default '-infinity',
    claim_id uuid,
    attempts integer not null default 0 check (attempts >= 0),
    outcome text check (outcome in ('read', 'unknown', 'failed')),
    -- Whether something was taken from them, or RevenueCat does not know a buyer.
    is_lost boolean not null default false,
    done_at timestamptz,
    primary key (tenant_id, run_id, app_user_id),
    foreign key (tenant_id, run_id) references entitlements.runs,
    check ((outcome is null) = (done_at is null))
) with (fillfactor = 70);
create index run_app_users_latest
    on entitlements.run_app_users (tenant_id, run_id, done_at) where outcome is not null;
-- People of a run who would have lost what they have, and wait for the project to be recognised.
create index run_app_users_lost on entitlements.run_app_users (tenant_id, run_id)
    where is_lost and outcome is null;
create index run_app_users_waiting
    on entitlements.run_app_users (tenant_id, run_id, risk, app_user_id) where outcome is null;
comment on table entitlements.run_app_users is 'The app users of a run, each with its outcome.';
grant select, insert, update on entitlements.run_app_users to hearth_server;
call entitlements.secure_table('entitlements.run_app_users', is_crossed_by_doors => true);

-- One row for each time that a person was read back. What it listed is evidence; what it did not
-- list is told by this row, of purchases also that we only hear of later.
create table entitlements.snapshots (
    tenant_id uuid not null,
    -- The id that was asked about.
    app_user_id text collate "C" not null,
    read_at timestamptz not null,
    received_at timestamptz not null,
    order_at timestamptz not null generated always as (least(read_at, received_at)) stored,
    -- Every id that RevenueCat named as this person's.
    app_user_ids text[] not null,
    -- The purchases that it listed.
    purchase_ids uuid[] not null,
    -- The subscriptions that it listed as running, each as `environment product`: version 1 lists
    -- one a product and is silent about a second.
    running_products text[] not null,
    run_id uuid,
    has_drift boolean not null default false,
    -- A digest of what was said. The next reading mostly says the same.
    content bytea check (octet_length(content) = 32),
    primary key (tenant_id, app_user_id, read_at),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
comment on table entitlements.snapshots is
    'Snapshots: what RevenueCat''s REST API listed about an app user at a moment.';
grant select, insert, update (has_drift) on entitlements.snapshots to hearth_server;
call entitlements.secure_table('entitlements.snapshots');

create table entitlements.drift (
    tenant_id uuid not null references entitlements.tenants,
    drift_id uuid not null default gen_random_uuid(),
    run_id uuid,
    found_at timestamptz not null,
    -- The id that was asked about. A dry run may name one that we do not have.
    app_user_id text collate "C" not null,
    -- Null where it is about the person's ids, or a purchase that a dry run did not add.
    purchase_id uuid,
    environment text,
    product_id text,
    -- Null where we knew nothing, and where nothing is left.
    before jsonb,
    after jsonb,
    access_affected boolean not null,
    cause text not null check (cause in (
        'missed_event', 'late_event', 'changed_upstream', 'refund_without_event', 'alias_unknown',
        'transfer_one_sided', 'sandbox_leak', 'catalog_changed', 'clock', 'unknown')),
    is_dry_run boolean not null,
    primary key (tenant_id, drift_id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases
);
create index drift_recent on entitlements.drift (tenant_id, found_at, drift_id);
create index drift_of_run on entitlements.drift (tenant_id, run_id, found_at, drift_id)
    where run_id is not null;
create index drift_of_app_user_id on entitlements.drift (tenant_id, app_user_id);
comment on table entitlements.drift is
    'Differences between the tables and RevenueCat, with their causes. Never edited.';
grant select, insert on entitlements.drift to hearth_server;
call entitlements.secure_table('entitlements.drift');

create type entitlements.snapshot_outcome as (
    -- Where a snapshot differed from what was believed.
    differences entitlements.drift[],
    changed entitlements.changes
);
comment on type entitlements.snapshot_outcome is
    'How a snapshot differed from what was believed, and what it touched.';
alter type entitlements.snapshot_outcome owner to hearth_owner;
