-- A reader proves whose log it follows: by the installation's id, and by marks that servers renew.
-- Compatible from schema version 37.

-- One row. A standby of this installation has its id. One of a copy has it, too, and lacks the
-- marks that were written since the copy was made.
create table entitlements.installation (
    is_only boolean not null default true primary key check (is_only),
    installation_id uuid not null default gen_random_uuid(),
    mark uuid not null default gen_random_uuid(),
    -- The mark before.
    former_mark uuid not null default gen_random_uuid(),
    marked_at timestamptz not null default now()
) with (fillfactor = 50);
comment on table entitlements.installation is
    'The id of the installation, and the last two marks that a server has left.';
insert into entitlements.installation default values;
alter table entitlements.installation owner to hearth_owner;
grant select on entitlements.installation to hearth_backup;
