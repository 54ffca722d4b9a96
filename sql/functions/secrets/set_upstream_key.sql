-- Stores the sealed key with which a tenant's snapshots are read from RevenueCat.
--
-- Called by an operator.
-- The request budget stays as it was, because RevenueCat counts for the project. If RevenueCat
-- refused the previous key, the budget starts anew.
-- The key's project must be recognised (see require_known_project), so the owners of the twenty
-- longest-lasting purchases are queued for a snapshot.
-- Idempotent: a tenant has one key, the last that was set.
-- Locks: the upstream → the snapshot queue.

create function api.set_upstream_key(sealed bytea) returns void
language plpgsql volatile
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
    perform api.queue_snapshots(array(
        select purchase.owner_app_user_id from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and isfinite(purchase.access_ends_at)
           and purchase.owner_app_user_id is not null
         order by purchase.access_ends_at desc limit 20));
    perform pg_notify('hearth_tenants', '');
end
$$;
