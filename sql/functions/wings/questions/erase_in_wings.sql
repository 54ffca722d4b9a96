-- Deletes what wings store only for given ids.
--
-- The question that delete_traces asks every wing. Foreign keys rename what stays.
-- Idempotent: deleted rows stay deleted.
-- Locks: the rows of the wings.

create function api.erase_in_wings(app_user_uuid uuid, ids text[]) returns void
language plpgsql volatile
as $$
begin
    perform api.erase_codes(erase_in_wings.app_user_uuid, ids);
    delete from entitlements.dismissed_notices dismissed
     where dismissed.tenant_id = entitlements.current_tenant_id()
       and dismissed.app_user_id = any (ids);
end
$$;
