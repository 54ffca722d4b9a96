-- Stops all requests to RevenueCat for a tenant for some seconds.
--
-- For an answer of RevenueCat (429, Retry-After), or if requests cannot succeed. `is_key_refused`
-- means that RevenueCat refuses the key: a new key need not wait.
-- Idempotent: the longest pause stays.
-- Locks: the tenant's upstream row.

create function api.pause_upstream(
    seconds integer, is_key_refused boolean, as_of timestamptz default null)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    update entitlements.upstreams upstream
       set paused_until = greatest(
               upstream.paused_until,
               coalesce(pause_upstream.as_of, clock_timestamp())
                   + make_interval(secs => pause_upstream.seconds)),
           is_key_refused = upstream.is_key_refused or pause_upstream.is_key_refused
     where upstream.tenant_id = entitlements.current_tenant_id();
end
$$;
