-- Removes an app user from the snapshot queue after a snapshot was taken under a claim.
--
-- If evidence named the app user meanwhile, the claim is lost and the row stays.
-- Idempotent: without the claim nothing changes.
-- Locks: the row.

create function api.finish_snapshot(app_user_uuid uuid, claim_id uuid)
returns table (is_finished boolean)
language plpgsql volatile rows 1
as $$
begin
    delete from entitlements.snapshot_queue waiting
     where waiting.tenant_id = entitlements.current_tenant_id()
       and waiting.app_user_uuid = finish_snapshot.app_user_uuid
       and waiting.claim_id = finish_snapshot.claim_id;
    return query select found;
end
$$;
