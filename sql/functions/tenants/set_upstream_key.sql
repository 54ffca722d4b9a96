-- Keeps the sealed key that a tenant's people are read from RevenueCat with.
--
-- Called by an operator.
-- What the tenant may ask goes on as it was, for RevenueCat counts for the project, too; what was
-- asked with a key that RevenueCat refused does not count. The key's project has to be recognised
-- (see require_known_project), so the twenty people are read whose access lasts longest.
-- Idempotent: a tenant has one key, the last that was set.
-- Locks: what the tenant may ask → confirmations.

create function api.set_upstream_key(sealed bytea) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.upstreams as upstream (tenant_id, sealed_key)
    values (_tenant_id, set_upstream_key.sealed)
        on conflict on constraint upstreams_pkey do update
       set sealed_key = excluded.sealed_key,
           recognised_at = null,
           is_key_refused = false,
           full_at = case when upstream.is_key_refused
                          then '-infinity' else upstream.full_at end,
           paused_until = case when upstream.is_key_refused
                               then '-infinity' else upstream.paused_until end;
    perform api.queue_confirmation(array(
        select purchase.owner_app_user_id from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and isfinite(purchase.access_ends_at)
           and purchase.owner_app_user_id is not null
         order by purchase.access_ends_at desc limit 20));
    perform pg_notify('hearth_tenants', '');
end
$$;
