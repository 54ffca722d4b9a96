-- Lets nobody ask RevenueCat for a tenant before so many seconds are over.
--
-- Called when RevenueCat says so (429, Retry-After), and when asking is of no use.
-- `is_key_refused` says that RevenueCat refuses the key: another key need not wait.
-- Idempotent: the longest pause holds.
-- Locks: what the tenant may ask.

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
