-- Takes requests out of what a tenant may ask of RevenueCat: up to `requests`, `at_least` so many
-- or a multiple of it. Where there are not so many, it says when to try again. No row: the tenant
-- has no key.
--
-- Called before anything is asked. `is_urgent` for what a caller waits for: the rest leaves some.
-- Never more than the tenant's `requests_per_minute` within any minute, of all servers together.
-- Locks: what the tenant may ask.

create function api.take_upstream_requests(
    requests integer, at_least integer, is_urgent boolean, as_of timestamptz default null)
returns table (granted integer, retry_after_milliseconds integer)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
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
    -- Others may have taken some while we waited for the row.
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
    return next;
end
$$;
