-- Stores attributes of app users, each where it is newer than the kept.
--
-- At most 100 of an app user id are kept. Ids that no app user has are left out. The words to
-- search by follow the values.
-- Idempotent: an attribute that is no newer changes nothing.
-- Locks: the rows of the attributes, skipping locked ones: a later event repeats them.

create function api.store_attributes(newer entitlements.attributes[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _maximum constant integer := 100;
    _stored record;
    _places tid[];
begin
    with held as materialized (
        select newer, locked.former
          from unnest(store_attributes.newer) as newer
         cross join lateral (
               select one.value as former from entitlements.attributes one
                where one.tenant_id = _tenant_id and one.app_user_id = newer.app_user_id
                  and one.name = newer.name and one.updated_at < newer.updated_at
               offset 0 for no key update skip locked) as locked
    ), updated as ( -- Each conflicts with its row, which is locked.
        insert into entitlements.attributes
        select (held.newer).* from held
            on conflict (tenant_id, app_user_id, name) do update
           set value = excluded.value, updated_at = excluded.updated_at
    ), inserted as (
        insert into entitlements.attributes as added
        select fresh.tenant_id, fresh.app_user_id, fresh.name, fresh.value, fresh.updated_at
          from api.new_attributes(store_attributes.newer, _maximum) as fresh
            on conflict do nothing
        returning added.*)
    select array_agg(changed.app_user_id) as app_user_ids, array_agg(changed.name) as names,
           array_agg(changed.value) as contents, array_agg(changed.former) as former
      into strict _stored
      from (select (held.newer).app_user_id, (held.newer).name, (held.newer).value, held.former
              from held where held.former is distinct from (held.newer).value
             union all
            select inserted.app_user_id, inserted.name, inserted.value, null
              from inserted) as changed;
    _places := array(
        select found.place
          from unnest(_stored.app_user_ids, _stored.names, _stored.contents, _stored.former)
               as changed (app_user_id, name, content, former)
         cross join lateral unnest(entitlements.words_of(changed.former)) as word (text)
         cross join lateral (
               select one.ctid as place from entitlements.search_words one
                where one.tenant_id = _tenant_id and one.word = word.text
                  and one.app_user_id = changed.app_user_id and one.name = changed.name
               offset 0) as found
         where word.text <> all (entitlements.words_of(changed.content)));
    delete from entitlements.search_words searched
     where searched.tenant_id = _tenant_id and searched.ctid = any (_places);
    insert into entitlements.search_words (tenant_id, word, app_user_id, name)
    select _tenant_id, word.text, changed.app_user_id, changed.name
      from unnest(_stored.app_user_ids, _stored.names, _stored.contents)
           as changed (app_user_id, name, content)
     cross join lateral unnest(entitlements.words_of(changed.content)) as word (text)
        on conflict do nothing;
end
$$;
