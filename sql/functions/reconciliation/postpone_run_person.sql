-- Postpones an app user of a run whose snapshot failed under a claim.
--
-- After a setback: by 15 seconds, doubling, and at least `retry_after_milliseconds`; the fifth
-- attempt fails for good. Otherwise (`is_setback` false) by that time exactly, and the attempt does
-- not count.
-- If the project is not recognised, the app user counts as lost until read (see is_implausible).
-- `reason` is a constant word. No row: the claim is lost.
-- Idempotent: without the claim nothing changes.
-- Locks: the run → its row of the app user.

create function api.postpone_run_person(
    run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean,
    retry_after_milliseconds integer, as_of timestamptz default null)
returns table (due_at timestamptz)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(postpone_run_person.as_of, clock_timestamp());
begin
    update entitlements.runs run set setback = postpone_run_person.reason
     where run.tenant_id = _tenant_id and run.run_id = postpone_run_person.run_id
       and exists (
           select from entitlements.run_people person
            where person.tenant_id = _tenant_id
              and person.run_id = postpone_run_person.run_id
              and person.app_user_id = postpone_run_person.app_user_id
              and person.claim_id = postpone_run_person.claim_id and person.outcome is null);
    return query
    update entitlements.run_people person
       set claim_id = null,
           attempts = person.attempts - case when is_setback then 0 else 1 end,
           outcome = case when is_setback and person.attempts >= 5 then 'failed' end,
           done_at = case when is_setback and person.attempts >= 5 then _as_of end,
           is_lost = postpone_run_person.reason = 'project_not_recognised',
           due_at = _as_of + greatest(
               make_interval(secs => retry_after_milliseconds / 1000.0),
               case when is_setback then interval '15 seconds' * 2 ^ (person.attempts - 1) end)
     where person.tenant_id = _tenant_id
       and person.run_id = postpone_run_person.run_id
       and person.app_user_id = postpone_run_person.app_user_id
       and person.claim_id = postpone_run_person.claim_id and person.outcome is null
    returning person.due_at;
end
$$;
