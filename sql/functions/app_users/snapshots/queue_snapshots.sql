-- Adds the app users behind ids to the snapshot queue.
--
-- Unknown ids and erased app users are skipped. A waiting app user keeps their place. One that is
-- being read, or was postponed, is due at once: that snapshot may be older than the new evidence.
-- No NOTIFY: it would make the transactions that store events commit one by one.
-- Idempotent: an app user has one row.
-- Locks: the rows, by uuid, after all other locks.

create function api.queue_snapshots(app_user_ids text[]) returns void
language plpgsql volatile
as $$
begin
    insert into entitlements.snapshot_queue as waiting (tenant_id, app_user_uuid, app_user_id)
    select distinct on (own.app_user_uuid) own.tenant_id, own.app_user_uuid, own.app_user_id
      from entitlements.app_user_ids own
      join entitlements.app_users app_user
        on app_user.tenant_id = entitlements.current_tenant_id()
       and app_user.app_user_uuid = own.app_user_uuid
       and app_user.erased_at is null
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_id = any (queue_snapshots.app_user_ids)
     order by own.app_user_uuid, own.is_anonymous, own.app_user_id
        on conflict on constraint snapshot_queue_pkey do update
       set app_user_id = excluded.app_user_id, due_at = excluded.due_at, claim_id = null
     where waiting.claim_id is not null or waiting.due_at > excluded.due_at;
end
$$;
