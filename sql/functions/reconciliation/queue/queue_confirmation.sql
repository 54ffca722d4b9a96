-- Has the people behind ids read back from RevenueCat. Ids that nobody has, or whose person was
-- forgotten, are passed over.
--
-- internal: called by receive_webhook_events and add_snapshots, as the last thing they do.
-- Whoever waits already goes on waiting; whoever is being read, or was put off, is due at once, for
-- the reading may have begun before what is told now.
-- No worker is notified: that would have all transactions that store events commit one by one.
-- Idempotent: a person has one row.
-- Locks: the rows of those people, by uuid, after everything else.

create function api.queue_confirmation(app_user_ids text[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    insert into entitlements.confirmations as waiting (tenant_id, app_user_uuid, app_user_id)
    select distinct on (own.app_user_uuid) own.tenant_id, own.app_user_uuid, own.app_user_id
      from entitlements.app_user_ids own
      join entitlements.app_users person
        on person.tenant_id = own.tenant_id and person.app_user_uuid = own.app_user_uuid
       and person.erased_at is null
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_id = any (queue_confirmation.app_user_ids)
     order by own.app_user_uuid, own.is_anonymous, own.app_user_id
        on conflict on constraint confirmations_pkey do update
       set app_user_id = excluded.app_user_id, due_at = excluded.due_at, claim_id = null
     where waiting.claim_id is not null or waiting.due_at > excluded.due_at;
end
$$;
