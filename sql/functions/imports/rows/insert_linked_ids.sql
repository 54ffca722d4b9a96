-- Stores the app users of rows whose ids are all new (see import_app_users).
--
-- New app users have no purchase and no household, so nothing is derived.
-- All other rows go through join_app_user_ids, which also joins known ids, one row at a time.
-- Raises: 40001 if a concurrent write took one of the ids.
-- Locks: the new rows, by id.

create function api.insert_linked_ids(
    rows entitlements.import_row[], linked_at timestamptz) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
    _uuids uuid[];
    _created_at timestamptz[];
begin
    select array_agg(named.id order by named.id), array_agg(added.app_user_uuid order by named.id),
           array_agg(added.created_at order by named.id)
      into _ids, _uuids, _created_at
      from (select line.app_user_id || line.anonymous_app_user_ids as ids,
                   line.created_at, gen_random_uuid() as app_user_uuid
              from unnest(insert_linked_ids.rows) as line
            offset 0) as added
     cross join lateral (select distinct one.id from unnest(added.ids) as one (id)) as named;
    if _ids is null then
        return;
    elsif not api.insert_app_user_ids(_ids, _uuids, _created_at) then
        raise serialization_failure;
    end if;
    insert into entitlements.app_user_id_links
           (tenant_id, app_user_id, linked_app_user_id, linked_at, evidence_id)
    select _tenant_id, named.app_user_id, named.linked_app_user_id, insert_linked_ids.linked_at,
           'import:' || line.app_user_id
      from unnest(insert_linked_ids.rows) as line
     cross join lateral api.named_links(
               line.app_user_id || line.anonymous_app_user_ids) as named;
end
$$;
