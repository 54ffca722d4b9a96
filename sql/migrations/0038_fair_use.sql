-- Unlimited may have a fair use: above it answers say so, and an operator sees a finding.
alter table entitlements.limit_entitlements
    add fair_use bigint check (fair_use between 1 and 1000000000),
    add is_hard boolean not null default false,
    add check (fair_use is null or amount is null),
    add check (not is_hard or fair_use is not null);
alter table entitlements.limit_entitlements alter is_hard drop default;
comment on column entitlements.limit_entitlements.fair_use is
    'The amount above which unlimited use is throttled; where it is hard, refused.';

create table entitlements.overuses (
    tenant_id uuid not null,
    limit_id text collate "C" not null check (octet_length(limit_id) between 1 and 200),
    app_user_id text collate "C" not null,
    first_at timestamptz not null,
    last_at timestamptz not null check (last_at >= first_at),
    primary key (tenant_id, limit_id, app_user_id),
    foreign key (tenant_id, app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade
);
create index overuses_by_age on entitlements.overuses (tenant_id, limit_id, last_at);
create index overuses_of_app_user on entitlements.overuses (tenant_id, app_user_id);
comment on table entitlements.overuses is
    'When the use of a limit under an id rose above the fair use, first and last.';
call entitlements.secure_table('entitlements.overuses');
grant select, insert, update on entitlements.overuses to hearth_server;

alter type entitlements.limit_state add attribute fair_use bigint;
alter type entitlements.limit_state add attribute is_hard boolean;
