-- Inserts ids of given app users; returns false if a concurrent writer prevented one.
--
-- The words of the ids are stored, to search by.
-- Idempotent: existing app users and ids do not change.
-- Locks: the new rows, in the order given. The caller sorts by id, so that two writers of the same
-- ids cannot deadlock.

create function api.insert_app_user_ids(
    app_user_ids text[], app_user_uuids uuid[], created_at timestamptz[] default '{}')
returns boolean
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _prefixes constant text[] := api.anonymous_prefixes();
    _inserted bigint;
begin
    perform api.insert_app_users(
        insert_app_user_ids.app_user_uuids, insert_app_user_ids.created_at);
    insert into entitlements.app_user_ids
           (tenant_id, app_user_id, app_user_uuid, matches_anonymous_ids)
    select _tenant_id, named.id, named.app_user_uuid, named.id ^@ any (_prefixes)
      from unnest(insert_app_user_ids.app_user_ids, insert_app_user_ids.app_user_uuids)
           with ordinality as named (id, app_user_uuid, position)
     order by named.position
        on conflict do nothing; -- Taken, or its app user has an identified id now.
    get diagnostics _inserted = row_count;
    insert into entitlements.search_words (tenant_id, word, app_user_id, name)
    select _tenant_id, word.text, named.id, ''
      from unnest(insert_app_user_ids.app_user_ids) as named (id)
     cross join lateral unnest(entitlements.words_of_id(named.id)) as word (text)
        on conflict do nothing;
    return _inserted = cardinality(insert_app_user_ids.app_user_ids);
end
$$;
