-- Ends a run before all its app users are read.
--
-- Snapshots that were stored stay. No row: the tenant has no run of this id.
-- Idempotent: a run that has ended is answered as it ended.
-- Locks: the run.

create function api.cancel_run(run_id uuid, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(cancel_run.as_of, clock_timestamp());
    _run entitlements.runs;
begin
    select run.* into _run from entitlements.runs run
     where run.tenant_id = entitlements.current_tenant_id() and run.run_id = cancel_run.run_id
       for no key update;
    if not found then
        return;
    end if;
    if _run.ended_at is null then
        _run := api.end_run(_run, 'cancelled', _as_of);
    end if;
    return query select _as_of, api.run_json(_run, _as_of);
end
$$;
