-- A new notice is in the change log once, so that an app sends one push for it. What was logged is
-- kept until the notice cannot begin again.

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
call entitlements.secure_table('entitlements.logged_notices', is_crossed_by_doors => true);
grant select, insert on entitlements.logged_notices to hearth_server;

alter table entitlements.notice_rules
    -- The tenant file has `notices`.
    add column is_logged boolean not null default false;

alter table entitlements.stored_answers
    -- When the clock next begins a notice that is to be logged.
    add column notice_at timestamptz;
create index stored_answers_with_notices
    on entitlements.stored_answers (tenant_id, notice_at) where notice_at is not null;
