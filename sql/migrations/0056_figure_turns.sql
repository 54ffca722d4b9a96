-- Figures by turns: a tenant has one row that says when it is due, and all share one budget.
-- Compatible from schema version 37.

create table entitlements.figure_turns (
    tenant_id uuid not null primary key references entitlements.tenants,
    due_at timestamptz not null,
    next_bucket smallint not null default 0 check (next_bucket between 0 and 15),
    round_milliseconds bigint not null default 0 check (round_milliseconds >= 0)
);
comment on table entitlements.figure_turns is
    'When the figures of a tenant are computed next, and from which bucket on.';
comment on column entitlements.figure_turns.round_milliseconds is
    'How long all buckets took the last time, or those of this time so far.';
create index figure_turns_due on entitlements.figure_turns (due_at);
grant select on entitlements.figure_turns to hearth_server;
call entitlements.secure_table('entitlements.figure_turns', is_crossed_by_doors => true);

-- One row, which the server that computes figures has locked. Another one has nothing to do then.
create table entitlements.figure_pace (
    is_only boolean not null default true primary key check (is_only),
    paid_until timestamptz not null
) with (fillfactor = 50);
comment on table entitlements.figure_pace is
    'Until when the budget for computing figures is spent.';
insert into entitlements.figure_pace (paid_until) values ('-infinity');
alter table entitlements.figure_pace owner to hearth_owner;
grant select on entitlements.figure_pace to hearth_backup;

-- Releases before this one look for what is due here, also after a step back; this one only needs
-- `computed_at`.
alter table entitlements.figure_buckets alter column due_at set default '-infinity';
