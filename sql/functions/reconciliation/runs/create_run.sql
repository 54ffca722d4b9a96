-- Creates a run: for its one app user, or to be prepared.
--
-- A tenant has one run at a time. A scheduled run gives way to any other, because it comes again.
-- Locks: the run that gives way.
-- Raises: run_in_progress 409, with run_id.

create function api.create_run(wanted entitlements.runs) returns entitlements.runs
language plpgsql volatile
as $$
declare
    _run entitlements.runs;
begin
    perform api.end_run(given_way, 'cancelled', wanted.started_at)
       from entitlements.runs given_way
      where given_way.tenant_id = wanted.tenant_id and given_way.ended_at is null
        and given_way.origin = 'schedule' and wanted.origin <> 'schedule';
    insert into entitlements.runs as run
           (tenant_id, scope, origin, app_user_id, is_dry_run, stop_at_lost_percent, started_at,
            status)
    values (wanted.tenant_id, wanted.scope, wanted.origin, wanted.app_user_id, wanted.is_dry_run,
            wanted.stop_at_lost_percent, wanted.started_at,
            case wanted.scope when 'user' then 'running' else 'preparing' end)
        on conflict (tenant_id) where ended_at is null do nothing
    returning run.* into _run;
    if not found then
        raise sqlstate 'PT409' using message = 'run_in_progress',
            detail = 'Another run of the tenant is in progress.',
            -- The other run may have just ended.
            hint = (select json_build_object('run_id', run.run_id)
                      from entitlements.runs run
                     where run.tenant_id = wanted.tenant_id
                     order by run.ended_at desc nulls first
                     limit 1);
    end if;
    if _run.app_user_id is not null then
        insert into entitlements.run_app_users (tenant_id, run_id, app_user_id, risk)
        values (_run.tenant_id, _run.run_id, _run.app_user_id, 0);
    end if;
    return _run;
end
$$;
