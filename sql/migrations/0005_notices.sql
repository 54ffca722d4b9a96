-- An app shows its people notices: a trial ends, a payment failed, a limit is near. They are
-- derived from what is stored already. Only what a person has dismissed or the log had is kept.

create table entitlements.notice_rules (
    tenant_id uuid primary key references entitlements.tenants,
    -- With 0 there is no such notice.
    expiring_days_before integer not null check (expiring_days_before between 0 and 365),
    trial_ending_days_before integer not null check (trial_ending_days_before between 0 and 365),
    refunded_days_after integer not null check (refunded_days_after between 0 and 365),
    joined_household_days_after integer not null
        check (joined_household_days_after between 0 and 365),
    limit_near_percent integer not null check (limit_near_percent between 0 and 100),
    -- The tenant file has `notices`.
    is_logged boolean not null default false
);
comment on table entitlements.notice_rules is 'When notices begin and how long they are shown.';
grant select, insert, update, delete on entitlements.notice_rules to hearth_server;
call entitlements.secure_table('entitlements.notice_rules');

create table entitlements.dismissed_notices (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    -- Follows from the notice's facts, so that the same notice has the same id.
    notice_id text collate "C" not null check (octet_length(notice_id) = 32),
    dismissed_at timestamptz not null,
    primary key (tenant_id, app_user_id, notice_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
comment on table entitlements.dismissed_notices is 'The notices that app users have put away.';
grant select, insert on entitlements.dismissed_notices to hearth_server;
call entitlements.secure_table('entitlements.dismissed_notices');

create type entitlements.notice as (
    app_user_uuid uuid,
    -- Follows from the notice's facts, so that the same notice has the same id.
    notice_id text,
    kind text,
    severity text,
    since timestamptz,
    until timestamptz,
    data jsonb
);
comment on type entitlements.notice is
    'What an app shows an app user, now or from a moment on that only the clock brings.';
alter type entitlements.notice owner to hearth_owner;

-- A new notice is in the change log once, so that an app sends one push for it. What was logged is
-- kept until the notice cannot begin again.
create table entitlements.logged_notices (
    tenant_id uuid not null,
    -- Each id that the app user had, so that no merge and no undoing tells it again.
    app_user_id text collate "C" not null,
    notice_id text collate "C" not null check (octet_length(notice_id) = 32),
    -- Null: the notice has no end of its own.
    until timestamptz,
    logged_at timestamptz not null,
    primary key (tenant_id, app_user_id, notice_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
create index logged_notices_by_end on entitlements.logged_notices (until) where until is not null;
comment on table entitlements.logged_notices is
    'The notices that the change log had; so each is logged once.';
grant select, insert on entitlements.logged_notices to hearth_server;
call entitlements.secure_table('entitlements.logged_notices', is_crossed_by_doors => true);
