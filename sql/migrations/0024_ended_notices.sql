-- A notice says for some days that access ended, and why. The number of days is a rule of the
-- tenant; a tenant of an earlier release has the default.

alter table entitlements.notice_rules
    add column ended_days_after integer not null default 14
        check (ended_days_after between 0 and 365);
