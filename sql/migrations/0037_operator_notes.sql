-- What operators write down about an app user, for each other.

create table entitlements.operator_notes (
    tenant_id uuid not null,
    note_id uuid not null default gen_random_uuid(),
    -- The id that was looked at: the note goes where the id goes.
    app_user_id text collate "C" not null,
    note text not null check (char_length(note) between 1 and 255),
    -- The key that wrote it, as in the audit.
    author text not null,
    written_at timestamptz not null,
    primary key (tenant_id, note_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
create index operator_notes_by_app_user
    on entitlements.operator_notes (tenant_id, app_user_id, written_at, note_id);
comment on table entitlements.operator_notes is
    'Notes of operators on app users, until the app user is erased.';
grant select, insert on entitlements.operator_notes to hearth_server;
call entitlements.secure_table('entitlements.operator_notes');
create trigger refuse_erased_name
    before insert on entitlements.operator_notes for each row
    when (entitlements.is_erased_name(new.app_user_id))
    execute function entitlements.refuse_erased_name();
