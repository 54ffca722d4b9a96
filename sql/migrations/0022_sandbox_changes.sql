-- Changes of sandbox purchases are logged beside those of production, for readers who ask for them.
alter table entitlements.pending_changes add column environment text not null default 'production'
    constraint pending_changes_environment_check check (environment in ('production', 'sandbox'));
alter table entitlements.change_entries add column environment text not null default 'production';
alter table entitlements.endpoints add column environments text[] not null default '{production}'
    constraint endpoints_environments_check check (
        environments <@ array['production', 'sandbox'] and cardinality(environments) in (1, 2));
comment on column entitlements.endpoints.environments is
    'The environments whose changes are delivered.';

create table entitlements.sandbox_answers (
    tenant_id uuid not null,
    app_user_uuid uuid not null,
    -- About the sandbox, as the change log told it last. Null until it is derived.
    answer json,
    definition_version bigint not null default 0,
    -- When the clock next changes it, or begins a notice.
    valid_until timestamptz not null default '-infinity',
    primary key (tenant_id, app_user_uuid),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
) with (fillfactor = 80);
create index sandbox_answers_due
    on entitlements.sandbox_answers (tenant_id, definition_version, valid_until);
comment on table entitlements.sandbox_answers is
    'What app users with sandbox purchases had in the sandbox, to log what changes.';
grant select, insert, update on entitlements.sandbox_answers to hearth_server;
call entitlements.secure_table('entitlements.sandbox_answers');
