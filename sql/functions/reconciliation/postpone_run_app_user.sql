-- Postpones an app user of a run whose snapshot failed under a claim.
--
-- After a setback: by 15 seconds, or by 2 while RevenueCat is busy with the app user, doubling,
-- and at least `retry_after_milliseconds`; the fifth attempt fails for good. Otherwise
-- (`is_setback` false) by that time exactly, and the attempt does not count.
-- If the project is not recognised, the app user counts as lost until read (see
-- claim_run_app_users).
-- `reason` is a constant word. No row: the claim is lost.
-- Idempotent: without the claim nothing changes.
-- Locks: the run → its row of the app user.

create function api.postpone_run_app_user(
    run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean,
    retry_after_milliseconds integer, as_of timestamptz default null)
returns table (due_at timestamptz)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(postpone_run_app_user.as_of, clock_timestamp());
    _first_pause constant interval := api.first_pause(postpone_run_app_user.reason);
begin
    update entitlements.runs run set setback = postpone_run_app_user.reason
     where run.tenant_id = _tenant_id and run.run_id = postpone_run_app_user.run_id
       and exists (
           select from entitlements.run_app_users app_user
            where app_user.tenant_id = _tenant_id
              and app_user.run_id = postpone_run_app_user.run_id
              and app_user.app_user_id = postpone_run_app_user.app_user_id
              and app_user.claim_id = postpone_run_app_user.claim_id and app_user.outcome is null);
    return query
    update entitlements.run_app_users app_user
       set claim_id = null,
           attempts = app_user.attempts - case when is_setback then 0 else 1 end,
           outcome = case when is_setback and app_user.attempts >= 5 then 'failed' end,
           done_at = case when is_setback and app_user.attempts >= 5 then _as_of end,
           is_lost = postpone_run_app_user.reason = 'project_not_recognised',
           due_at = _as_of + greatest(
               make_interval(secs => retry_after_milliseconds / 1000.0),
               case when is_setback then _first_pause * 2 ^ (app_user.attempts - 1) end)
     where app_user.tenant_id = _tenant_id
       and app_user.run_id = postpone_run_app_user.run_id
       and app_user.app_user_id = postpone_run_app_user.app_user_id
       and app_user.claim_id = postpone_run_app_user.claim_id and app_user.outcome is null
    returning app_user.due_at;
end
$$;
