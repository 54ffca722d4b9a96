-- Forgets the key that a tenant's people are read from RevenueCat with: nobody is read any more,
-- and who waits goes on waiting.
--
-- Called by an operator.
-- Idempotent: without a key nothing changes.
-- Locks: what the tenant may ask.

create function api.delete_upstream_key() returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    update entitlements.upstreams upstream
       set sealed_key = null
     where upstream.tenant_id = entitlements.current_tenant_id();
    perform pg_notify('hearth_tenants', '');
end
$$;
