-- Uses are rows, each at its own moment, so that one table serves every kind of window.
alter table entitlements.limits
    add rolling_hours integer check (rolling_hours between 1 and 8784),
    add check (period is null or rolling_hours is null);
comment on column entitlements.limits.rolling_hours is
    'Each use leaves the window this many hours after it was made.';

-- What a window holds is the newest total in it, less the oldest, plus the oldest amount. So a
-- window costs two reads of an index, however many rows there are.
create table entitlements.uses (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    used_at timestamptz not null,
    amount bigint not null check (amount > 0),
    total bigint not null check (total >= amount),
    primary key (tenant_id, app_user_id, limit_id, used_at),
    foreign key (tenant_id, app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade
);
create index uses_by_age on entitlements.uses (used_at);
comment on table entitlements.uses is
    'Uses of limits: one row for an id, limit and moment, with the running total.';
call entitlements.secure_table('entitlements.uses', is_crossed_by_doors => true);
grant select, insert, update, delete on entitlements.uses to hearth_server;

-- Uses with a reference have a moment. The rest of a period counts at its start.
insert into entitlements.uses (tenant_id, app_user_id, limit_id, used_at, amount, total)
select told.tenant_id, told.app_user_id, told.limit_id, told.used_at, sum(told.amount),
       sum(sum(told.amount)) over (
           partition by told.tenant_id, told.app_user_id, told.limit_id order by told.used_at)
  from (select made.tenant_id, made.app_user_id, made.limit_id, made.made_at as used_at, made.amount
          from entitlements.reservations made
         where made.status = 'used'
         union all
        select counted.tenant_id, counted.app_user_id, counted.limit_id, counted.period_starts_at,
               counted.used - coalesce(sum(made.amount), 0)
          from entitlements.usage counted
          left join entitlements.reservations made
            on made.tenant_id = counted.tenant_id and made.app_user_id = counted.app_user_id
           and made.limit_id = counted.limit_id and made.status = 'used'
           and made.period_starts_at = counted.period_starts_at
         where isfinite(counted.period_starts_at)
         group by counted.tenant_id, counted.app_user_id, counted.limit_id,
                  counted.period_starts_at) as told
 where told.amount > 0
 group by told.tenant_id, told.app_user_id, told.limit_id, told.used_at;

-- usage keeps what uses came to that have no row: the ones before this migration and pruned ones.
update entitlements.usage counted
   set used = counted.used - coalesce((
           select sum(made.amount) from entitlements.reservations made
            where made.tenant_id = counted.tenant_id and made.app_user_id = counted.app_user_id
              and made.limit_id = counted.limit_id and made.status = 'used'
              and made.period_starts_at = counted.period_starts_at), 0)
 where not isfinite(counted.period_starts_at);
delete from entitlements.usage where isfinite(period_starts_at);
-- Dropped at once: a function of the old release must fail, not count where no one looks.
alter table entitlements.usage drop column period_starts_at;
alter table entitlements.usage add primary key (tenant_id, app_user_id, limit_id);
drop policy tenant_rows on entitlements.usage;
drop policy tenant_isolation on entitlements.usage;
call entitlements.secure_table('entitlements.usage', is_crossed_by_doors => true);
comment on table entitlements.usage is
    'What the pruned uses of an id and limit came to, for limits that never reset.';
comment on column entitlements.reservations.period_starts_at is
    'When the window began in which it was made; -infinity if the limit never resets.';

create type entitlements.limit_state as (
    app_user_id text,
    limit_id text,
    allowed bigint,
    used bigint,
    since timestamptz,
    resets_at timestamptz,
    rolls interval
);
comment on type entitlements.limit_state is
    'How much of a limit an app user has used and may use, and in which window.';
alter type entitlements.limit_state owner to hearth_owner;
