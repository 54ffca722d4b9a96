-- Ends a run and stores its outcome.
--
-- Idempotent: a run that has ended stays as it is; then the result is null.
-- Locks: the run.

create function api.end_run(run entitlements.runs, status text, as_of timestamptz)
returns entitlements.runs
language plpgsql volatile
as $$
declare
    _ended entitlements.runs;
begin
    update entitlements.runs ending
       set status = end_run.status, ended_at = end_run.as_of,
           outcome = api.run_outcome(run)
     where ending.tenant_id = run.tenant_id and ending.run_id = run.run_id
       and ending.ended_at is null
    returning ending.* into _ended;
    return _ended;
end
$$;
