-- Deletes a tenant's RevenueCat key: no more snapshots are read, and the queue waits.
--
-- Called by an operator.
-- Idempotent: without a key nothing changes.
-- Locks: the upstream.

create function api.delete_upstream_key() returns void
language plpgsql volatile
as $$
begin
    update entitlements.upstreams upstream
       set sealed_key = null
     where upstream.tenant_id = entitlements.current_tenant_id();
    perform pg_notify('hearth_tenants', '');
end
$$;
