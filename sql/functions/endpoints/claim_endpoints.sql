-- Leases endpoints that lack changes, or whose retries are due, to one worker.
--
-- Those that waited longest come first, at most `maximum`. `is_slow` asks for those whose last
-- deliveries failed or were slow, and `is_new` for those that nothing was delivered to yet (null:
-- either), so that they delay only each other. If the worker dies, the lease ends and another
-- worker goes on. An endpoint with too many failing deliveries gets no new change.
-- security definer because the next endpoint may belong to any tenant.
-- Locks: endpoints, skipping locked ones.

create function api.claim_endpoints(
    lease_id uuid, lease_seconds integer, is_slow boolean, maximum integer,
    as_of timestamptz default null, is_new boolean default null)
returns table (tenant_id uuid, endpoint_id uuid)
language plpgsql volatile security definer rows 10
as $$
declare
    _as_of constant timestamptz := coalesce(claim_endpoints.as_of, clock_timestamp());
    _away constant uuid[] := api.tenants_away();
begin
    return query
    update entitlements.endpoints endpoint
       set lease_id = claim_endpoints.lease_id,
           leased_until = _as_of + make_interval(secs => claim_endpoints.lease_seconds)
      from (select due.tenant_id, due.endpoint_id
              from entitlements.endpoints due
              left join entitlements.change_heads head on head.tenant_id = due.tenant_id
             where due.off_reason is null and due.leased_until <= _as_of
               and due.tenant_id <> all (_away)
               and due.is_slow = claim_endpoints.is_slow
               and (claim_endpoints.is_new is null or due.is_new = claim_endpoints.is_new)
               and (exists (select from entitlements.deliveries failing
                             where failing.tenant_id = due.tenant_id
                               and failing.endpoint_id = due.endpoint_id
                               and failing.due_at <= _as_of)
                    or head.last_number > due.handed_over_number
                       and (select count(*) from entitlements.deliveries failing
                             where failing.tenant_id = due.tenant_id
                               and failing.endpoint_id = due.endpoint_id
                               and failing.due_at is not null)
                           < api.maximum_failing_deliveries())
             order by due.leased_until
             limit claim_endpoints.maximum
               for no key update of due skip locked) as next
     where endpoint.tenant_id = next.tenant_id and endpoint.endpoint_id = next.endpoint_id
    returning endpoint.tenant_id, endpoint.endpoint_id;
end
$$;
