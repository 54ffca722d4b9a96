-- An app shows its people notices: a trial ends, a payment failed, a limit is near. They are
-- derived from what is stored already. Only what a person has dismissed is kept.

create table entitlements.notice_rules (
    tenant_id uuid primary key references entitlements.tenants,
    -- With 0 there is no such notice.
    expiring_days_before integer not null check (expiring_days_before between 0 and 365),
    trial_ending_days_before integer not null check (trial_ending_days_before between 0 and 365),
    refunded_days_after integer not null check (refunded_days_after between 0 and 365),
    joined_household_days_after integer not null
        check (joined_household_days_after between 0 and 365),
    limit_near_percent integer not null check (limit_near_percent between 0 and 100)
);
comment on table entitlements.notice_rules is 'When notices begin and how long they are shown.';
insert into entitlements.notice_rules
select tenants.tenant_id, 7, 3, 30, 7, 80 from entitlements.tenants;
call entitlements.secure_table('entitlements.notice_rules');
grant select, insert, update, delete on entitlements.notice_rules to hearth_server;

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
call entitlements.secure_table('entitlements.dismissed_notices');
grant select, insert on entitlements.dismissed_notices to hearth_server;
