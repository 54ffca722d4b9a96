-- Whose an event is that became no evidence is found by an index, and an erased id stays erased.
-- Compatible from schema version 40.

-- The digest of an id within its tenant: it recognises the id and does not show it.
create function entitlements.id_digest(tenant_id uuid, app_user_id text) returns bytea
language sql immutable parallel safe
return pg_catalog.sha256(pg_catalog.convert_to(tenant_id || ' ' || app_user_id, 'UTF8'));
alter function entitlements.id_digest(uuid, text) owner to hearth_owner;
revoke all on function entitlements.id_digest(uuid, text) from public;
grant execute on function entitlements.id_digest(uuid, text) to hearth_server;

create table entitlements.kept_out_ids (
    tenant_id uuid not null references entitlements.tenants,
    digest bytea not null check (octet_length(digest) = 32),
    erased_at timestamptz not null,
    primary key (tenant_id, digest)
);
comment on table entitlements.kept_out_ids is
    'Digests of erased ids, until the app registers one again, or a later event is about it.';
grant select, insert, delete on entitlements.kept_out_ids to hearth_server;
call entitlements.secure_table('entitlements.kept_out_ids');

create function entitlements.refuse_kept_out_id() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if exists (
        select from entitlements.kept_out_ids kept
         where kept.tenant_id = new.tenant_id
           and kept.digest = entitlements.id_digest(new.tenant_id, new.app_user_id)) then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'The app user with this id was erased. Register the id to use it again.';
    end if;
    return null;
end
$$;
alter function entitlements.refuse_kept_out_id() owner to hearth_owner;
revoke all on function entitlements.refuse_kept_out_id() from public;
-- After the insert: that waits for an erasure of the id, whose digest is seen only then.
create trigger refuse_kept_out_id after insert on entitlements.app_user_ids
    for each row execute function entitlements.refuse_kept_out_id();

-- Returns the event of a webhook's body; null if the body cannot be read.
create function entitlements.event_of_body(body bytea) returns jsonb
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    _event jsonb;
begin
    _event := ltrim(convert_from(body, 'UTF8'), E'\uFEFF')::jsonb -> 'event';
    return case jsonb_typeof(_event) when 'object' then _event end;
exception when data_exception or program_limit_exceeded then
    return null;
end
$$;
alter function entitlements.event_of_body(bytea) owner to hearth_owner;
revoke all on function entitlements.event_of_body(bytea) from public;
grant execute on function entitlements.event_of_body(bytea) to hearth_server;

-- Returns the ids in the fields that name app users, each with its side: of the event's subject, or
-- of those that a transfer moves from or to.
create function entitlements.named_in_event(event jsonb)
returns table (side text, id text)
language sql immutable parallel safe rows 4
set search_path = pg_catalog, pg_temp
as $$
    select case when field.side = 'subject' or lower(event ->> 'redemption_outcome') = 'alias'
                then 'subject' else field.side end,
           mention.value #>> '{}'
      from (values ('subject', 'app_user_id'), ('subject', 'original_app_user_id'),
                   ('subject', 'aliases'), ('from', 'transferred_from'),
                   ('from', 'redeemed_from'), ('to', 'transferred_to'), ('to', 'redeemed_by'))
               as field (side, name)
     cross join lateral jsonb_array_elements(
               case jsonb_typeof(event -> field.name)
                   when 'array' then event -> field.name
                   else jsonb_build_array(event -> field.name) end) as mention (value)
     where jsonb_typeof(mention.value) = 'string' and mention.value <> '""'
$$;
alter function entitlements.named_in_event(jsonb) owner to hearth_owner;
revoke all on function entitlements.named_in_event(jsonb) from public;
grant execute on function entitlements.named_in_event(jsonb) to hearth_server;

-- Returns what may name an app user in an event: the ids in its fields, and every string of an
-- event that was not understood, but for what such an event is.
create function entitlements.texts_of_event(event jsonb, is_understood boolean)
returns table (text text)
language sql immutable parallel safe rows 4
set search_path = pg_catalog, pg_temp
as $$
    select named.id from entitlements.named_in_event(event) as named
     where not entitlements.is_erased_name(named.id)
     union
    select mention.value #>> '{}'
      from jsonb_each(case when is_understood then '{}' else event end) as field (name, content)
     cross join lateral jsonb_path_query(field.content, '$.**') as mention (value)
     where field.name not in ('id', 'type', 'environment', 'store', 'subscriber_attributes')
       and jsonb_typeof(mention.value) = 'string' and mention.value <> '""'
       and not entitlements.is_erased_name(mention.value #>> '{}')
$$;
alter function entitlements.texts_of_event(jsonb, boolean) owner to hearth_owner;
revoke all on function entitlements.texts_of_event(jsonb, boolean) from public;
grant execute on function entitlements.texts_of_event(jsonb, boolean) to hearth_server;

create table entitlements.named_by_events (
    tenant_id uuid not null references entitlements.tenants,
    text text collate "C" not null check (octet_length(text) between 1 and 1500),
    event_id text collate "C" not null,
    primary key (tenant_id, text, event_id),
    foreign key (tenant_id, event_id) references entitlements.webhook_events
);
comment on table entitlements.named_by_events is
    'What may name an app user in events that became no evidence when they were received.';
grant select, insert on entitlements.named_by_events to hearth_server;
call entitlements.secure_table('entitlements.named_by_events');

-- Evidence names its app user itself, and links say with which ids; these events have neither.
create function entitlements.note_named() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    insert into entitlements.named_by_events (tenant_id, text, event_id)
    select new.tenant_id, named.text, new.event_id
      from entitlements.texts_of_event(
               entitlements.event_of_body(new.body), new.status <> 'stored') as named
     where octet_length(named.text) <= 1500
     limit 5000
        on conflict do nothing;
    return null;
end
$$;
alter function entitlements.note_named() owner to hearth_owner;
revoke all on function entitlements.note_named() from public;
create trigger note_named after insert on entitlements.webhook_events
    for each row when (new.status <> 'applied' or new.environment = 'sandbox')
    execute function entitlements.note_named();
create trigger note_named_by_failed after update of status on entitlements.webhook_events
    for each row when (new.status = 'failed' and old.status = 'applied')
    execute function entitlements.note_named();

create table entitlements.events_to_erase (
    tenant_id uuid not null references entitlements.tenants,
    event_id text collate "C" not null,
    erasure_id uuid not null,
    app_user_ids text[] not null,
    names text[] not null,
    primary key (tenant_id, event_id, erasure_id),
    foreign key (tenant_id, event_id) references entitlements.webhook_events,
    foreign key (tenant_id, erasure_id) references entitlements.erasures
);
comment on table entitlements.events_to_erase is
    'Events from which a worker has yet to take the ids of an erased app user.';
grant select, insert on entitlements.events_to_erase to hearth_server;
call entitlements.secure_table('entitlements.events_to_erase', is_crossed_by_doors => true);

do $$
declare
    _tenant_id uuid;
begin
    set local role hearth_owner;
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        insert into entitlements.named_by_events (tenant_id, text, event_id)
        select event.tenant_id, named.text, event.event_id
          from entitlements.webhook_events event
         cross join lateral entitlements.texts_of_event(
                   entitlements.event_of_body(event.body), event.status <> 'stored') as named
         where event.tenant_id = _tenant_id
           and (event.status <> 'applied' or event.environment = 'sandbox')
           and octet_length(named.text) <= 1500;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
    reset role;
end
$$;
