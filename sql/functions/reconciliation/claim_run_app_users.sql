-- Leases the app users of a run with the highest risk to one worker and pays for their snapshots.
--
-- No row: no app user can be read now.
-- If a worker dies, its leases end.
-- Without due app users the run ends or rests (see finish_or_postpone_run). If too many lost
-- access, as with another project's key, it is stopped. The last 100 that finished count, and up to
-- 100 that wait because the project is not recognised, as lost. Fewer than 20 are never too many.
-- Locks: the run → its rows of app users, skipping locked ones → the tenant's upstream row.

create function api.claim_run_app_users(
    run_id uuid, maximum integer, lease_seconds integer, as_of timestamptz default null)
returns table (app_user_id text, claim_id uuid)
language plpgsql volatile rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(claim_run_app_users.as_of, clock_timestamp());
    _run entitlements.runs;
    _requests integer;
    _places tid[];
    _paid record;
begin
    select run.* into _run from entitlements.runs run
     where run.tenant_id = _tenant_id and run.run_id = claim_run_app_users.run_id
       and run.status = 'running'
       for no key update;
    if not found then
        return;
    end if;
    if (select count(*) >= 20
               and count(*) filter (where latest.is_lost) * 100
                   > count(*) * _run.stop_at_lost_percent
          from ((select finished.is_lost
                   from entitlements.run_app_users finished
                  where finished.tenant_id = _tenant_id and finished.run_id = _run.run_id
                    and finished.outcome is not null
                  order by finished.done_at desc
                  limit 100)
                 union all
                (select waiting.is_lost
                   from entitlements.run_app_users waiting
                  where waiting.tenant_id = _tenant_id and waiting.run_id = _run.run_id
                    and waiting.outcome is null and waiting.is_lost
                  limit 100)) as latest) then
        perform api.end_run(_run, 'stopped', _as_of);
        return;
    end if;
    _places := array(
        select waiting.ctid from entitlements.run_app_users waiting
         where waiting.tenant_id = _tenant_id and waiting.run_id = _run.run_id
           and waiting.outcome is null and waiting.due_at <= _as_of
         order by waiting.risk, waiting.app_user_id
         limit claim_run_app_users.maximum
           for no key update skip locked);
    if cardinality(_places) = 0 then
        perform api.finish_or_postpone_run(_run, _as_of);
        return;
    end if;
    select api.requests_per_snapshot(tenant) into strict _requests
      from entitlements.tenants tenant where tenant.tenant_id = _tenant_id;
    select taken.* into _paid
      from api.take_upstream_requests(
           cardinality(_places) * _requests, _requests, false, _as_of) as taken;
    -- Sliced before the rows are looked up by it (plans: rule 4).
    _places := _places[:coalesce(_paid.granted, 0) / _requests];
    return query
    update entitlements.run_app_users claimed
       set claim_id = gen_random_uuid(), attempts = claimed.attempts + 1,
           due_at = _as_of + make_interval(secs => claim_run_app_users.lease_seconds)
     where claimed.tenant_id = _tenant_id and claimed.ctid = any (_places)
    returning claimed.app_user_id, claimed.claim_id;
end
$$;
