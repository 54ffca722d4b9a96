-- A run reads many people back from RevenueCat: whoever is at risk, or everybody. What is left of
-- it to do is in these rows and nowhere else, so that any server goes on where another stopped.

create table entitlements.runs (
    tenant_id uuid not null references entitlements.tenants,
    run_id uuid not null default gen_random_uuid(),
    scope text not null check (scope in ('user', 'due', 'all')),
    -- Somebody asked for it, it was time, or webhooks had not been taken for too long.
    origin text not null check (origin in ('request', 'schedule', 'catch_up')),
    app_user_id text collate "C",
    is_dry_run boolean not null,
    -- A run ends where more of the people it read lately lost what they had: the wrong project's
    -- key would look like that.
    stop_at_lost_percent integer not null check (stop_at_lost_percent between 1 and 100),
    status text not null default 'preparing'
        check (status in ('preparing', 'running', 'finished', 'cancelled', 'stopped')),
    -- Why the last person who could not be read could not.
    setback text,
    started_at timestamptz not null,
    ended_at timestamptz,
    -- The person up to whom its people are listed.
    listed_until uuid,
    -- Whichever run was worked on longest ago is next.
    worked_at timestamptz not null default '-infinity',
    -- Nobody of it can be read before.
    resting_until timestamptz not null default '-infinity',
    -- What it came to, once it has ended.
    outcome jsonb,
    primary key (tenant_id, run_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids,
    check ((scope = 'user') = (app_user_id is not null)),
    check ((ended_at is null) = (status in ('preparing', 'running')))
);
create unique index tenants_have_one_run on entitlements.runs (tenant_id) where ended_at is null;
create index runs_recent on entitlements.runs (tenant_id, started_at desc, run_id desc);
comment on table entitlements.runs is
    'Each time that many people are, or were, read back from RevenueCat.';
call entitlements.secure_table('entitlements.runs', is_crossed_by_doors => true);
grant select, insert, update on entitlements.runs to hearth_server;

create table entitlements.run_people (
    tenant_id uuid not null,
    run_id uuid not null,
    -- The id to ask about: of several, one that is not anonymous.
    app_user_id text collate "C" not null,
    -- Whose access most likely is wrong stands first: see people_due.
    risk smallint not null,
    -- When the person may be read (again): at once, after a setback, or when a lease ends.
    due_at timestamptz not null default '-infinity',
    claim_id uuid,
    attempts integer not null default 0 check (attempts >= 0),
    outcome text check (outcome in ('read', 'unknown', 'failed')),
    -- Whether something was taken from them, or RevenueCat does not know who has bought something.
    is_lost boolean not null default false,
    done_at timestamptz,
    primary key (tenant_id, run_id, app_user_id),
    foreign key (tenant_id, run_id) references entitlements.runs,
    check ((outcome is null) = (done_at is null))
) with (fillfactor = 70);
create index run_people_waiting
    on entitlements.run_people (tenant_id, run_id, risk, app_user_id) where outcome is null;
create index run_people_latest
    on entitlements.run_people (tenant_id, run_id, done_at) where outcome is not null;
comment on table entitlements.run_people is 'Whom a run reads, and what became of it.';
call entitlements.secure_table('entitlements.run_people', is_crossed_by_doors => true);
grant select, insert, update on entitlements.run_people to hearth_server;

alter table entitlements.snapshots
    -- A digest of what was said. The next reading mostly says the same.
    add column content bytea check (octet_length(content) = 32);

alter table entitlements.upstreams
    -- When the schedule last looked whether somebody is due.
    add column scheduled_at timestamptz not null default '-infinity',
    -- Everybody is to be read, because webhooks had not been taken for too long.
    add column needs_catch_up boolean not null default false,
    -- Since when webhooks are refused: nobody proved to be RevenueCat meanwhile.
    add column refused_since timestamptz;

-- When a server last could take webhooks. One row.
create table entitlements.presence (
    is_only boolean not null default true primary key check (is_only),
    seen_at timestamptz not null
);
comment on table entitlements.presence is 'When a server last could take webhooks.';
alter table entitlements.presence owner to hearth_owner;

-- Whose time is over, or soon will be.
create index purchases_by_end on entitlements.purchases (tenant_id, access_ends_at)
    where isfinite(access_ends_at);
create index purchases_in_trouble on entitlements.purchases (tenant_id, access_ends_at)
    where billing_issue_at is not null;
create index purchases_of_anonymous on entitlements.purchases (tenant_id, access_ends_at)
    where starts_with(owner_app_user_id, '$RCAnonymousID:');
