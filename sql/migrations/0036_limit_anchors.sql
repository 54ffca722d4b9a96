-- A period may follow a subscription, or begin on a day of the month, in the tenant's time zone.
alter table entitlements.tenants
    add time_zone text not null default 'UTC' check (octet_length(time_zone) between 1 and 100);
alter table entitlements.tenants alter time_zone drop default;
alter table entitlements.limits
    drop constraint limits_period_check,
    add constraint limits_period_check
        check (period in ('day', 'week', 'month', 'year', 'subscription')),
    add month_day smallint check (month_day between 1 and 31),
    add check (month_day is null or period = 'month');
comment on column entitlements.limits.month_day is
    'The day on which a month begins; in a shorter month, its last day.';
