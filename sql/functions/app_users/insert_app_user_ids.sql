-- Inserts ids with the people they point at. False when a concurrent writer stood in the way of
-- one.
--
-- internal: called by add_app_user_ids, identify_id and lock_app_users.
-- Idempotent: people and ids that are there stay as they are.
-- Locks: the new rows, in the order given (the caller sorts by id, so that two writers of the same
-- ids wait for each other and never in a circle).

create function api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) returns boolean
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _inserted bigint;
begin
    perform api.insert_app_users(insert_app_user_ids.app_user_uuids);
    insert into entitlements.app_user_ids
           (tenant_id, app_user_id, app_user_uuid, matches_anonymous_ids)
    select _tenant_id, named.id, named.app_user_uuid, api.matches_anonymous_ids(named.id)
      from unnest(insert_app_user_ids.app_user_ids, insert_app_user_ids.app_user_uuids)
           with ordinality as named (id, app_user_uuid, position)
     order by named.position
        on conflict do nothing; -- Taken meanwhile, or its person has an identified id by now.
    get diagnostics _inserted = row_count;
    return _inserted = cardinality(insert_app_user_ids.app_user_ids);
end
$$;
