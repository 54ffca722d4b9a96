-- What was heard by a moment can be read again only if each fact has the time of its recording.
-- Evidence has one. This adds it to what was written over in place, from this migration on.

-- Before it, no one can say what was known: some of it was written over.
alter table entitlements.tenants add column known_since timestamptz not null default now();
comment on column entitlements.tenants.known_since is
    'Since when each fact of the tenant has the time of its recording.';

-- A link keeps its earliest evidence, which may arrive last.
alter table entitlements.app_user_id_links
    add column recorded_at timestamptz not null default now();
comment on column entitlements.app_user_id_links.recorded_at is
    'When any evidence first named the two ids together.';

-- An import brings memberships that began before.
alter table entitlements.household_members
    add column recorded_at timestamptz not null default now(),
    add column promised_until timestamptz;
comment on column entitlements.household_members.promised_until is
    'When access would have ended, had the app user not joined another household before.';

-- An event that failed is evidence with the time of its receipt, which counts from its retry on.
alter table entitlements.webhook_events add column applied_at timestamptz;
comment on column entitlements.webhook_events.applied_at is
    'When the event was applied, if that was not when it was received.';

-- Which app user an id belonged to, and whether it was anonymous, until it changed.
create table entitlements.former_app_user_ids (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    replaced_at timestamptz not null,
    app_user_uuid uuid not null,
    declared_anonymous_at timestamptz,
    identified_at timestamptz,
    matches_anonymous_ids boolean not null,
    is_alias boolean not null,
    primary key (tenant_id, app_user_id, replaced_at),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
create index former_app_user_ids_of_app_user
    on entitlements.former_app_user_ids (tenant_id, app_user_uuid);
comment on table entitlements.former_app_user_ids is
    'What an id was until a moment: whose, and whether anonymous. Never edited.';
grant select, insert on entitlements.former_app_user_ids to hearth_server;
call entitlements.secure_table('entitlements.former_app_user_ids');

-- The row of an id is locked when it changes, so the clock orders its versions.
create function entitlements.keep_former_app_user_id() returns trigger
language plpgsql
set search_path = ''
as $$
begin
    insert into entitlements.former_app_user_ids
           (tenant_id, app_user_id, replaced_at, app_user_uuid, declared_anonymous_at,
            identified_at, matches_anonymous_ids, is_alias)
    values (old.tenant_id, old.app_user_id, clock_timestamp(), old.app_user_uuid,
            old.declared_anonymous_at, old.identified_at, old.matches_anonymous_ids,
            old.is_alias)
        on conflict do nothing;
    return null;
end
$$;
alter function entitlements.keep_former_app_user_id() owner to hearth_owner;
revoke all on function entitlements.keep_former_app_user_id() from public;

-- Erasing renames an id: that is no former state of it.
create trigger keep_former_app_user_id after update on entitlements.app_user_ids for each row
    when (old.app_user_id = new.app_user_id
          and (old.app_user_uuid, old.declared_anonymous_at, old.identified_at,
               old.matches_anonymous_ids, old.is_alias)
              is distinct from
              (new.app_user_uuid, new.declared_anonymous_at, new.identified_at,
               new.matches_anonymous_ids, new.is_alias))
    execute function entitlements.keep_former_app_user_id();
