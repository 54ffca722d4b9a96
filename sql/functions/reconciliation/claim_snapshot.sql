-- Leases the app user due longest in the snapshot queue to one worker.
--
-- The tenant's budget must allow a snapshot; take_upstream_requests spends it later.
-- No row: none is due, or no budget allows one.
-- If a worker dies, its lease ends and the app user is due again.
-- security definer because the next app user may be any tenant's.
-- Locks: the first due row of each tenant, skipping locked rows.

create function api.claim_snapshot(lease_seconds integer, as_of timestamptz default null)
returns table (
    tenant_id uuid, app_user_uuid uuid, app_user_id text, claim_id uuid, attempts integer,
    queued_at timestamptz)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(claim_snapshot.as_of, now());
    _away constant uuid[] := api.tenants_away();
begin
    return query
    update entitlements.snapshot_queue waiting
       set due_at = _as_of + make_interval(secs => claim_snapshot.lease_seconds),
           claim_id = gen_random_uuid(), attempts = waiting.attempts + 1
      from (select due.tenant_id, due.app_user_uuid
              from entitlements.upstreams upstream
              join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
             cross join lateral api.requests_per_snapshot(tenant) as snapshot (requests)
             cross join lateral api.upstream_allowance(
                       upstream, tenant.requests_per_minute, snapshot.requests, false, _as_of)
                       as allowed
             cross join lateral (
                   select earliest.tenant_id, earliest.app_user_uuid, earliest.due_at
                     from entitlements.snapshot_queue earliest
                    where earliest.tenant_id = upstream.tenant_id and earliest.due_at <= _as_of
                    order by earliest.due_at
                    limit 1
                      for no key update skip locked) as due
             where upstream.sealed_key is not null and upstream.tenant_id <> all (_away)
               and allowed.requests >= snapshot.requests
             order by due.due_at
             limit 1) as next
     where waiting.tenant_id = next.tenant_id and waiting.app_user_uuid = next.app_user_uuid
    returning waiting.tenant_id, waiting.app_user_uuid, waiting.app_user_id, waiting.claim_id,
              waiting.attempts, waiting.queued_at;
end
$$;
