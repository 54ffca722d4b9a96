-- Lists the ids that belong, by a snapshot, to the app user it is about.
--
-- The snapshot moves no purchase between these ids. RevenueCat may join identified ids, which we
-- keep apart. So the list adds the ids in the snapshot and those ever linked to the id asked about.

create function api.snapshot_app_user_ids(app_user_id text, read_at timestamptz) returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return api.ids_of_app_user(snapshot_app_user_ids.app_user_id) || array(
        select unnest(snapshot.app_user_ids)
          from entitlements.snapshots snapshot
         where snapshot.tenant_id = _tenant_id
           and snapshot.app_user_id = snapshot_app_user_ids.app_user_id
           and snapshot.read_at >= snapshot_app_user_ids.read_at
           and coalesce(snapshot.first_read_at, snapshot.read_at)
               <= snapshot_app_user_ids.read_at
         union
        select link.linked_app_user_id from entitlements.app_user_id_links link
         where link.tenant_id = _tenant_id
           and link.app_user_id = snapshot_app_user_ids.app_user_id
         union
        select link.app_user_id from entitlements.app_user_id_links link
         where link.tenant_id = _tenant_id
           and link.linked_app_user_id = snapshot_app_user_ids.app_user_id);
end
$$;
