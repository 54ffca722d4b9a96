-- Operators find an app user by any id or attribute, and read what happened to them.

-- What an event says of an app user beside purchases: e-mail, name, ids of other systems.
create table entitlements.attributes (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    name text collate "C" not null check (octet_length(name) between 1 and 160),
    -- Null: RevenueCat has removed it.
    value text check (octet_length(value) between 1 and 2000),
    -- By RevenueCat's clock; an older one replaces nothing.
    updated_at timestamptz not null,
    primary key (tenant_id, app_user_id, name),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
comment on table entitlements.attributes is
    'The latest value of each attribute that RevenueCat told of an app user id.';
grant select, insert, update on entitlements.attributes to hearth_server;
call entitlements.secure_table('entitlements.attributes');
create trigger refuse_erased_name before insert on entitlements.attributes for each row
    when (entitlements.is_erased_name(new.app_user_id))
    execute function entitlements.refuse_erased_name();

-- Where words of attributes and ids begin: an index serves beginnings only.
create table entitlements.search_words (
    tenant_id uuid not null references entitlements.tenants,
    word text collate "C" not null check (octet_length(word) between 1 and 400),
    app_user_id text collate "C" not null,
    -- The attribute's name; empty: the id itself.
    name text collate "C" not null,
    primary key (tenant_id, word, app_user_id, name)
);
comment on table entitlements.search_words is
    'Words of attributes and of ids, each to the end of its text, to search by.';
grant select, insert, delete on entitlements.search_words to hearth_server;
call entitlements.secure_table('entitlements.search_words');

-- The words of a text, each from its first letter to the end of the text, in lower case.
create function entitlements.words_of(content text) returns text[]
language sql immutable parallel safe
return (
    select coalesce(array_agg(left(word.text, 100) order by word.number), '{}')
      from (select substr(lowered.text, place.number) as text, place.number
              from (select lower(left(content, 500)) as text) as lowered
             cross join generate_series(1, length(lowered.text))
                   as place (number)
             where substr(lowered.text, place.number, 1) ~ '[[:alnum:]]'
               and (place.number = 1
                    or substr(lowered.text, place.number - 1, 1) !~ '[[:alnum:]]')
               and length(lowered.text) - place.number >= 2
             order by place.number
             limit 8) as word);
alter function entitlements.words_of(text) owner to hearth_owner;
revoke all on function entitlements.words_of(text) from public;
grant execute on function entitlements.words_of(text) to hearth_server;

-- The words by which an id is found, beside its beginning: all of it if it has capitals, what
-- follows the first separator, and its last word. Anonymous ids are found by their beginning alone.
create function entitlements.words_of_id(app_user_id text) returns text[]
language sql immutable parallel safe
return case when starts_with(app_user_id, '$RCAnonymousID:') then '{}'::text[] else
    array_remove(array[
        left(
            nullif(lower(app_user_id) collate "C", app_user_id collate "C"), 100),
        left(substring(
            lower(app_user_id), '^[[:alnum:]]*[^[:alnum:]]+([[:alnum:]].{2,})$'), 100),
        left(substring(
            lower(app_user_id), '[^[:alnum:]]([[:alnum:]]{3,})[^[:alnum:]]*$'), 100)],
        null) end;
alter function entitlements.words_of_id(text) owner to hearth_owner;
revoke all on function entitlements.words_of_id(text) from public;
grant execute on function entitlements.words_of_id(text) to hearth_server;

-- An event that is no evidence is found by its app user all the same: one that failed, of an
-- unknown type, or of a sandbox that the tenant ignores. Evidence has its own.
alter table entitlements.webhook_events
    add column app_user_id text collate "C"
        constraint webhook_events_app_user_id_check
        check (octet_length(app_user_id) between 1 and 1500),
    add column environment text;
comment on column entitlements.webhook_events.app_user_id is
    'The first app user id of an event that may be no evidence.';
comment on column entitlements.webhook_events.environment is
    'The environment of an event that may be no evidence; null if it names none.';
create index webhook_events_of_app_user_id
    on entitlements.webhook_events (tenant_id, app_user_id) where app_user_id is not null;

-- The beginning of a transaction is found by its index, and a whole one as before.
drop index entitlements.evidence_of_transaction;
create index evidence_of_transaction
    on entitlements.evidence (tenant_id, transaction_id text_pattern_ops)
    where transaction_id is not null;
create index household_invites_by_id on entitlements.household_invites (tenant_id, invite_id);

-- The audit of one app user. Row security keeps the search in a list of ids out of its index.
create table entitlements.audited_app_users (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    recorded_at timestamptz not null,
    audit_id uuid not null,
    primary key (tenant_id, app_user_id, recorded_at, audit_id),
    foreign key (tenant_id, audit_id) references entitlements.audit_entries
);
comment on table entitlements.audited_app_users is 'The app user ids of each entry of the audit.';
grant select, insert on entitlements.audited_app_users to hearth_server;
call entitlements.secure_table('entitlements.audited_app_users');
drop index entitlements.audit_entries_of_app_user_ids;

-- What happened to an app user comes from many tables, each read from a place on.
create type entitlements.timeline_query as (
    app_user_ids text[],
    -- The events about them, with their kinds as entries and when they were received.
    event_ids text[],
    event_kinds text[],
    events_received_at timestamptz[],
    -- Null: entries of every kind.
    with_kind text,
    -- Entries before this place; `infinity` and an empty text: all.
    before_recorded_at timestamptz,
    before_place text,
    maximum integer
);
comment on type entitlements.timeline_query is
    'Which entries of a timeline are asked for, newest first.';
alter type entitlements.timeline_query owner to hearth_owner;

create type entitlements.timeline_entry as (
    kind text,
    recorded_at timestamptz,
    -- Orders the entries of one moment, and names each once.
    place text,
    -- The id under which it was stored.
    app_user_id text,
    data json
);
comment on type entitlements.timeline_entry is 'What happened to an app user at a moment.';
alter type entitlements.timeline_entry owner to hearth_owner;

-- What is there already.
set local role hearth_owner;
do $$
declare
    _tenant_id uuid;
begin
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        insert into entitlements.audited_app_users (tenant_id, app_user_id, recorded_at, audit_id)
        select distinct _tenant_id, named.id, entry.recorded_at, entry.audit_id
          from entitlements.audit_entries entry, unnest(entry.app_user_ids) as named (id)
         where entry.tenant_id = _tenant_id;
        insert into entitlements.search_words (tenant_id, word, app_user_id, name)
        select distinct _tenant_id, word.text, own.app_user_id, ''
          from entitlements.app_user_ids own
          join entitlements.app_users app_user
            on app_user.tenant_id = _tenant_id and app_user.app_user_uuid = own.app_user_uuid
         cross join lateral unnest(entitlements.words_of_id(own.app_user_id)) as word (text)
         where own.tenant_id = _tenant_id and app_user.erased_at is null;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
reset role;
