-- Picks the run that was worked on longest ago, of those that can continue now.
--
-- No row: no run can continue.
-- Null: project_page.
-- security definer because the next run may be any tenant's.
-- Locks: the run.

create function api.next_run(as_of timestamptz default null)
returns table (
    tenant_id uuid, run_id uuid, is_prepared boolean, is_dry_run boolean, is_listing boolean,
    project_page text)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(next_run.as_of, clock_timestamp());
    _away constant uuid[] := api.tenants_away();
begin
    return query
    update entitlements.runs run
       set worked_at = _as_of,
           -- The time that a worker has to list a page.
           resting_until = case when run.status = 'listing' then _as_of + interval '45 seconds'
                                else run.resting_until end
      from (select waiting.tenant_id, waiting.run_id
              from entitlements.runs waiting
              join entitlements.tenants tenant on tenant.tenant_id = waiting.tenant_id
              join entitlements.upstreams upstream on upstream.tenant_id = waiting.tenant_id
             cross join lateral api.requests_per_snapshot(tenant) as snapshot (requests)
             cross join lateral api.upstream_allowance(
                       upstream, tenant.requests_per_minute, snapshot.requests, false, _as_of)
                       as allowed
             where waiting.ended_at is null and waiting.resting_until <= _as_of
               and waiting.tenant_id <> all (_away)
               and upstream.sealed_key is not null
               and (waiting.status = 'preparing' or allowed.requests >= snapshot.requests)
             order by waiting.worked_at
             limit 1
               for no key update of waiting) as next
     where run.tenant_id = next.tenant_id and run.run_id = next.run_id
    returning run.tenant_id, run.run_id, run.status <> 'preparing', run.is_dry_run,
           run.status = 'listing', run.project_page;
end
$$;
