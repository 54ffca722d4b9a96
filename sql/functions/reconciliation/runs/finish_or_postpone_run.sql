-- Lets a run without due app users rest, list its project, or end.
--
-- The caller holds the run.
-- - If app users are leased or postponed, the run rests until one is due.
-- - If the scope is `all`, v2 lists the project's ids once (see may_list_project).
-- - Otherwise the run ends.
-- Locks: the run.

create function api.finish_or_postpone_run(run entitlements.runs, as_of timestamptz) returns void
language plpgsql volatile
as $$
declare
    _due_at timestamptz;
begin
    select min(waiting.due_at) into _due_at
      from entitlements.run_app_users waiting
     where waiting.tenant_id = run.tenant_id and waiting.run_id = run.run_id
       and waiting.outcome is null;
    if _due_at is null and run.scope = 'all' and not run.has_listing_ended
       and api.may_list_project(run) then
        update entitlements.runs listing set status = 'listing'
         where listing.tenant_id = run.tenant_id and listing.run_id = run.run_id;
        return;
    end if;
    if _due_at is null then
        perform api.end_run(run, 'finished', finish_or_postpone_run.as_of);
        return;
    end if;
    -- A leased app user may finish at any moment, and the run with it.
    update entitlements.runs resting
       set resting_until = least(_due_at, finish_or_postpone_run.as_of + interval '1 second')
     where resting.tenant_id = run.tenant_id and resting.run_id = run.run_id;
end
$$;
