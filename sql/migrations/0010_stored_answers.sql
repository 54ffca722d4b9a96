-- What a person may do now is asked far more often than it changes. The answer is kept beside the
-- person, written by the transaction that changes it, and holds until the moment at which the clock
-- alone changes it. api.list_invariant_violations proves it equal to its derivation.

alter table entitlements.tenants
    -- Which definition of the catalog and of the household rules is in force: an answer that was
    -- derived from another one is not used.
    add column definition_version bigint not null default 1;

create table entitlements.stored_answers (
    tenant_id uuid not null,
    app_user_uuid uuid not null,
    -- About production, as api.derived_answer gives it. Null until somebody derived it.
    answer json,
    definition_version bigint not null default 0,
    derived_at timestamptz not null default 'infinity',
    valid_until timestamptz not null default '-infinity',
    primary key (tenant_id, app_user_uuid),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
) with (fillfactor = 80);
-- Which answers have to be derived anew, because the definition changed or the clock has.
create index stored_answers_due
    on entitlements.stored_answers (tenant_id, definition_version, valid_until);
comment on table entitlements.stored_answers is
    'What each person may do, until when it is so: derived, and equal to its derivation.';
call entitlements.secure_table('entitlements.stored_answers');
grant select, insert, update on entitlements.stored_answers to hearth_server;

-- Two changes at once may both concern one person. Only one of them can hold the row of the answer;
-- the other does not wait for it, which could be for ever, but leaves word that it is stale.
create table entitlements.stale_answers (
    tenant_id uuid not null,
    app_user_uuid uuid not null,
    mark_id uuid not null default gen_random_uuid(),
    primary key (tenant_id, app_user_uuid, mark_id),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
);
comment on table entitlements.stale_answers is
    'People whose stored answer is not to be used until it is derived anew.';
call entitlements.secure_table('entitlements.stale_answers');
grant select, insert, delete on entitlements.stale_answers to hearth_server;

-- Everybody who is there already has a row, whose answer the worker derives.
do $$
declare
    _tenant_id uuid;
begin
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        insert into entitlements.stored_answers (tenant_id, app_user_uuid)
        select person.tenant_id, person.app_user_uuid from entitlements.app_users person
         where person.tenant_id = _tenant_id;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
