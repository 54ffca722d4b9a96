-- Starts the run that the schedule has for a tenant, if one is due.
--
-- It covers all app users after too long without webhooks, otherwise those at risk. No row: no run
-- was started.
-- Idempotent: while a run goes on, none starts, but a catch-up run replaces a scheduled one. A run
-- still needed starts afterwards.
-- Locks: the tenant's upstream row → as create_run.

create function api.start_due_run(as_of timestamptz default null)
returns table (run_id uuid, origin text)
language plpgsql volatile rows 1
as $$
declare
    _run entitlements.runs;
    _catch_up boolean;
begin
    _run.tenant_id := entitlements.current_tenant_id();
    _run.is_dry_run := false;
    _run.stop_at_lost_percent := 50;
    _run.started_at := coalesce(start_due_run.as_of, clock_timestamp());

    select upstream.needs_catch_up into _catch_up from entitlements.upstreams upstream
     where upstream.tenant_id = _run.tenant_id and upstream.sealed_key is not null
       for no key update;
    if not found or exists (
           select from entitlements.runs run
            where run.tenant_id = _run.tenant_id and run.ended_at is null
              and (run.origin <> 'schedule' or not _catch_up))
       or not (_catch_up or exists (select from api.app_users_due(_run.started_at, 1))) then
        return;
    end if;
    _run.scope := case when _catch_up then 'all' else 'due' end;
    _run.origin := case when _catch_up then 'catch_up' else 'schedule' end;
    _run := api.create_run(_run);
    update entitlements.upstreams upstream set needs_catch_up = false
     where upstream.tenant_id = _run.tenant_id and _catch_up;
    return query select _run.run_id, _run.origin;
exception when sqlstate 'PT409' then
    return; -- Another caller has just started a run.
end
$$;
