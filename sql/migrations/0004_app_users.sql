-- A person is a set of ids. Evidence keeps the id it came with for ever; which ids are one person
-- is derived from the links between them, so merging moves ids and nothing else.

create table entitlements.app_users (
    tenant_id uuid not null references entitlements.tenants,
    app_user_uuid uuid not null default gen_random_uuid(),
    created_at timestamptz not null default now(),
    primary key (tenant_id, app_user_uuid)
);
comment on table entitlements.app_users is 'A person, as one app knows them.';
call entitlements.secure_table('entitlements.app_users');
grant select, insert, update on entitlements.app_users to hearth_server;

create table entitlements.app_user_ids (
    tenant_id uuid not null,
    -- RevenueCat allows 1,500 characters; a key of the index has to fit a third of a page.
    app_user_id text collate "C" not null check (octet_length(app_user_id) between 1 and 1500),
    app_user_uuid uuid not null,
    is_anonymous boolean not null
        generated always as (starts_with(app_user_id, '$RCAnonymousID:')) stored,
    created_at timestamptz not null default now(),
    primary key (tenant_id, app_user_id),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
);
create index app_user_ids_of_app_user on entitlements.app_user_ids (tenant_id, app_user_uuid);
-- Two identified ids are two people, whoever says otherwise. An identified id therefore never
-- moves; anonymous ids follow it.
create unique index app_users_have_one_identified_id
    on entitlements.app_user_ids (tenant_id, app_user_uuid) where not is_anonymous;
comment on table entitlements.app_user_ids is
    'The ids that point at a person; exactly one person each.';
call entitlements.secure_table('entitlements.app_user_ids');
grant select, insert, update on entitlements.app_user_ids to hearth_server;

-- Two ids that some evidence named together, and the earliest such evidence. Only the earliest can
-- decide (see api.rejoin_app_user_ids), so a pair needs one row however many events repeat it.
create table entitlements.app_user_id_links (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    linked_app_user_id text collate "C" not null,
    linked_at timestamptz not null,
    evidence_id text collate "C" not null,
    primary key (tenant_id, app_user_id, linked_app_user_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids,
    foreign key (tenant_id, linked_app_user_id) references entitlements.app_user_ids,
    check (app_user_id < linked_app_user_id)
);
create index app_user_id_links_backwards
    on entitlements.app_user_id_links (tenant_id, linked_app_user_id);
comment on table entitlements.app_user_id_links is
    'Evidence that two ids are one person; between two identified ids, a conflict.';
call entitlements.secure_table('entitlements.app_user_id_links');
grant select, insert, update on entitlements.app_user_id_links to hearth_server;
