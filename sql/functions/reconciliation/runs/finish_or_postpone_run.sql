-- Ends a run that has no people left to read. Where people are being read, or were put off, lets it
-- rest until they are due.
--
-- internal: called by claim_run_people, which holds the run and found no people.
-- A run over everybody first lists the ids of the project, where version 2 of the API can: of a
-- project that is recognised, so that another project's people are not taken in.
-- Locks: the run.

create function api.finish_or_postpone_run(run entitlements.runs, as_of timestamptz) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _due_at timestamptz;
begin
    select min(waiting.due_at) into _due_at
      from entitlements.run_people waiting
     where waiting.tenant_id = run.tenant_id and waiting.run_id = run.run_id
       and waiting.outcome is null;
    if _due_at is null and run.scope = 'all' and not run.has_listing_ended and exists (
        select from entitlements.upstreams upstream
          join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
         where upstream.tenant_id = run.tenant_id and upstream.recognised_at is not null
           and tenant.revenuecat_api = 'v2') then
        update entitlements.runs listing set status = 'listing'
         where listing.tenant_id = run.tenant_id and listing.run_id = run.run_id;
        return;
    end if;
    if _due_at is null then
        perform api.end_run(run, 'finished', finish_or_postpone_run.as_of);
        return;
    end if;
    -- Who is being read may be done any moment: then the run may have finished.
    update entitlements.runs resting
       set resting_until = least(_due_at, finish_or_postpone_run.as_of + interval '1 second')
     where resting.tenant_id = run.tenant_id and resting.run_id = run.run_id;
end
$$;
