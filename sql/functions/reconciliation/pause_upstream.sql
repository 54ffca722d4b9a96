-- Stops all requests to RevenueCat for a tenant for some seconds.
--
-- `reason` is one of these:
-- - rate_limited, unavailable: RevenueCat answered so (429, Retry-After);
-- - key_unusable: RevenueCat refuses the key, or it cannot be opened; a new key need not wait.
-- `sealed_key` is the key of the request. If the tenant has another by now, or none, an unusable
-- key pauses nothing: `is_paused` is false.
-- Idempotent: the longest pause stays, with its reason.
-- Locks: the tenant's upstream row.

create function api.pause_upstream(
    seconds integer, reason text, sealed_key bytea default null, as_of timestamptz default null)
returns table (is_paused boolean)
language plpgsql volatile rows 1
as $$
declare
    _until constant timestamptz :=
        coalesce(pause_upstream.as_of, clock_timestamp())
        + make_interval(secs => pause_upstream.seconds);
    _is_key_unusable constant boolean := pause_upstream.reason = 'key_unusable';
begin
    update entitlements.upstreams upstream
       set paused_until = greatest(upstream.paused_until, _until),
           pause_reason = case when upstream.paused_until > _until then upstream.pause_reason
                               else pause_upstream.reason end,
           is_key_refused = upstream.is_key_refused or _is_key_unusable
     where upstream.tenant_id = entitlements.current_tenant_id()
       and (not _is_key_unusable or pause_upstream.sealed_key is null
            or upstream.sealed_key = pause_upstream.sealed_key);
    return query select found;
end
$$;
