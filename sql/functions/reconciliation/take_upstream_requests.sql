-- Takes up to `requests` out of a tenant's budget of requests to RevenueCat.
--
-- Grants a multiple of `at_least`, or none with the time to try again and, in a pause, its reason
-- (see pause_upstream). No row: the tenant has no key.
-- Call it before asking. `is_urgent` is for a request that a caller waits for: others leave a
-- reserve. All servers together never exceed `requests_per_minute` in any minute.
-- Null: pause_reason.
-- Locks: the tenant's upstream row.

create function api.take_upstream_requests(
    requests integer, at_least integer, is_urgent boolean, as_of timestamptz default null)
returns table (granted integer, retry_after_milliseconds integer, pause_reason text)
language plpgsql volatile rows 1
as $$
declare
    _upstream entitlements.upstreams;
    _as_of timestamptz;
    _allowance record;
begin
    select upstream.* into _upstream from entitlements.upstreams upstream
     where upstream.tenant_id = entitlements.current_tenant_id()
       and upstream.sealed_key is not null
       for no key update;
    if not found then
        return;
    end if;
    -- Other calls may have taken requests during the wait for the row.
    _as_of := coalesce(take_upstream_requests.as_of, clock_timestamp());
    select allowed.* into strict _allowance
      from entitlements.tenants tenant
     cross join lateral api.upstream_allowance(
               _upstream, tenant.requests_per_minute, take_upstream_requests.at_least,
               take_upstream_requests.is_urgent, _as_of) as allowed
     where tenant.tenant_id = entitlements.current_tenant_id();

    granted := least(take_upstream_requests.requests, _allowance.requests);
    granted := granted - granted % take_upstream_requests.at_least;
    if granted > 0 then
        update entitlements.upstreams upstream
           set full_at = greatest(upstream.full_at, _as_of) + granted * _allowance.refill
         where upstream.tenant_id = entitlements.current_tenant_id();
    end if;
    retry_after_milliseconds := ceil(extract(epoch from _allowance.wait) * 1000);
    pause_reason := case when _upstream.paused_until > _as_of then _upstream.pause_reason end;
    return next;
end
$$;
