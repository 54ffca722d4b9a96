-- Stores what heard_app_users returned, and derives RevenueCat's aliases from it.
--
-- Locks: the new rows.

create function api.put_heard_app_users(heard jsonb) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.app_users (tenant_id, app_user_uuid, created_at, erased_at)
    select _tenant_id, app_user.app_user_uuid, app_user.created_at, app_user.erased_at
      from jsonb_populate_recordset(null::entitlements.app_users, heard -> 'app_users')
           as app_user;
    insert into entitlements.app_user_ids
           (tenant_id, app_user_id, app_user_uuid, created_at, declared_anonymous_at,
            identified_at, matches_anonymous_ids, is_alias)
    select _tenant_id, own.app_user_id, own.app_user_uuid, own.created_at,
           own.declared_anonymous_at, own.identified_at, own.matches_anonymous_ids, own.is_alias
      from jsonb_populate_recordset(null::entitlements.app_user_ids, heard -> 'app_user_ids')
           as own;
    insert into entitlements.app_user_id_links
           (tenant_id, app_user_id, linked_app_user_id, linked_at, evidence_id)
    select _tenant_id, link.app_user_id, link.linked_app_user_id, link.linked_at,
           link.evidence_id
      from jsonb_populate_recordset(null::entitlements.app_user_id_links, heard -> 'links')
           as link;
    insert into entitlements.merges
    select (jsonb_populate_record(
               null::entitlements.merges,
               merge || jsonb_build_object('tenant_id', _tenant_id))).*
      from jsonb_array_elements(heard -> 'merges') as merge;
    insert into entitlements.merge_links
           (tenant_id, anonymous_app_user_id, app_user_id, merge_id, is_severed)
    select distinct on (moved.id, merge.app_user_id)
           _tenant_id, moved.id, merge.app_user_id, merge.merge_id, merge.undone_at is not null
      from jsonb_populate_recordset(null::entitlements.merges, heard -> 'merges') as merge
     cross join unnest(merge.moved_app_user_ids) as moved (id)
     where moved.id <> merge.app_user_id
     order by moved.id, merge.app_user_id, merge.merged_at desc;
    perform api.sync_aliases(array(
        select own.app_user_id
          from jsonb_populate_recordset(null::entitlements.app_user_ids, heard -> 'app_user_ids')
               as own));
end
$$;
