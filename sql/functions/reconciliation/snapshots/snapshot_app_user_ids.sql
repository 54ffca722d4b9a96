-- Every id that is, by a snapshot, of the person who was read back: it does not move a purchase
-- between them.
--
-- internal: called by whatever folds a snapshot.
-- RevenueCat may take for one person whom we keep apart, as nobody joins two identified ids: those
-- it named now, or ever named together with the id that was asked about.
-- Locks: none.

create function api.snapshot_app_user_ids(app_user_id text, read_at timestamptz) returns text[]
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return api.app_user_ids_of_person(snapshot_app_user_ids.app_user_id) || array(
        select unnest(reading.app_user_ids)
          from entitlements.snapshots reading
         where reading.tenant_id = _tenant_id
           and reading.app_user_id = snapshot_app_user_ids.app_user_id
           and reading.read_at = snapshot_app_user_ids.read_at
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
