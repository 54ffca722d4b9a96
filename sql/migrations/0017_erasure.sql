-- Somebody is forgotten: every id of theirs gets a name that says nothing, wherever it stands, so
-- that what others own, paid or lived in stays as it was, and nobody can tell with whom.

alter table entitlements.app_users
    -- Whose ids say nothing any more. RevenueCat is not asked about them, and nobody claims what
    -- was theirs.
    add column erased_at timestamptz;

-- An id is renamed in one place, and everything that refers to it follows.
do $$
declare
    _reference record;
begin
    for _reference in
        select conrelid::regclass as table_name, conname, pg_get_constraintdef(oid) as definition
          from pg_constraint
         where contype = 'f' and confrelid = 'entitlements.app_user_ids'::regclass
    loop
        execute format(
            'alter table %s drop constraint %I, add constraint %2$I %s on update cascade',
            _reference.table_name, _reference.conname, _reference.definition);
    end loop;
end
$$;

-- A pair keeps its place when one of the two is renamed.
alter table entitlements.app_user_id_links
    drop constraint app_user_id_links_check,
    add constraint app_user_id_links_check check (app_user_id <> linked_app_user_id);

alter table entitlements.audit_entries
    drop constraint audit_entries_action_check,
    add constraint audit_entries_action_check
        check (action in ('merge', 'claim', 'undo', 'transfer', 'erase'));

create index drift_of_app_user_id on entitlements.drift (tenant_id, app_user_id);

-- What is left to do: events are kept as they came, and only reading all of them finds an id.
create table entitlements.erasures (
    tenant_id uuid not null references entitlements.tenants,
    erasure_id uuid not null default gen_random_uuid(),
    erased_at timestamptz not null,
    -- The ids, as the body of an event may spell them; none when all events were looked into.
    spellings bytea[] not null,
    -- The last event that was looked into.
    looked_at_received_at timestamptz not null default '-infinity',
    looked_at_event_id text collate "C" not null default '',
    finished_at timestamptz check (finished_at >= erased_at),
    primary key (tenant_id, erasure_id),
    check ((finished_at is not null) = (cardinality(spellings) = 0))
);
create index erasures_open on entitlements.erasures (erased_at) where finished_at is null;
comment on table entitlements.erasures is 'Who was forgotten, and how far their events are.';
call entitlements.secure_table('entitlements.erasures', is_crossed_by_doors => true);
grant select, insert, update on entitlements.erasures to hearth_server;

-- Who has no id any more, because it went to somebody else, is asked about by nobody: what they
-- might do was kept nevertheless, with the ids it named.
do $$
declare
    _tenant_id uuid;
begin
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        update entitlements.stored_answers stored
           set answer = null, definition_version = 0, derived_at = 'infinity',
               valid_until = '-infinity'
         where stored.tenant_id = _tenant_id
           and not exists (
               select from entitlements.app_user_ids own
                where own.tenant_id = _tenant_id and own.app_user_uuid = stored.app_user_uuid);
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
