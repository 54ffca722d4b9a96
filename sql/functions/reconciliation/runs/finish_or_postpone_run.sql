-- Lets a run without due app users rest, list its project, or end.
--
-- The caller holds the run.
-- - If app users are leased or postponed, the run rests until one is due.
-- - If the scope is `all`, v2 lists the project's ids once, and they are read. Another project's
--   ids must not be added. So the project is recognised (see require_known_project); or no webhook
--   has reported a purchase yet, and a caller asked for the run: the tenant file names the project,
--   and RevenueCat lets the key read it.
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
       and exists (
           select from entitlements.upstreams upstream
             join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
            where upstream.tenant_id = run.tenant_id and tenant.revenuecat_api = 'v2'
              and (upstream.recognised_at is not null or run.origin = 'request' and not exists (
                   select from entitlements.evidence evidence
                    where evidence.tenant_id = run.tenant_id
                      and entitlements.evidence_does(evidence.kind)
                          not in ('reads', 'imports', 'gives')
                      and evidence.store is distinct from 'hearth'))) then
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
