-- Postpones an app user in the snapshot queue whose snapshot failed under a claim.
--
-- After a setback: by 15 seconds, or by 2 while RevenueCat is busy with the app user, doubling
-- up to an hour, and at least `retry_after_milliseconds`. Otherwise (`is_setback` false) by that
-- time exactly, and the attempt does not count. `reason` is a constant word.
-- Idempotent: without the claim nothing changes.
-- Locks: the row.

create function api.postpone_snapshot(
    app_user_uuid uuid, claim_id uuid, reason text, is_setback boolean,
    retry_after_milliseconds integer, as_of timestamptz default null)
returns table (due_at timestamptz)
language plpgsql volatile rows 1
as $$
declare
    _first_pause constant interval := api.first_pause(postpone_snapshot.reason);
begin
    return query
    update entitlements.snapshot_queue waiting
       set claim_id = null,
           setback = postpone_snapshot.reason,
           attempts = waiting.attempts - case when is_setback then 0 else 1 end,
           due_at = coalesce(postpone_snapshot.as_of, now()) + greatest(
               make_interval(secs => retry_after_milliseconds / 1000.0),
               case when is_setback
                    then least(_first_pause * 2 ^ least(waiting.attempts - 1, 20),
                               interval '1 hour') end)
     where waiting.tenant_id = entitlements.current_tenant_id()
       and waiting.app_user_uuid = postpone_snapshot.app_user_uuid
       and waiting.claim_id = postpone_snapshot.claim_id
    returning waiting.due_at;
end
$$;
