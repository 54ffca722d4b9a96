-- Keeps the sealed key that a tenant's people are read from RevenueCat with.
--
-- Called by an operator.
-- What the tenant may ask goes on as it was: RevenueCat counts for the project, too.
-- Idempotent: a tenant has one key, the last that was set.
-- Locks: what the tenant may ask.

create function api.set_upstream_key(sealed bytea) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    insert into entitlements.upstreams (tenant_id, sealed_key)
    values (entitlements.current_tenant_id(), set_upstream_key.sealed)
        on conflict on constraint upstreams_pkey do update
       set sealed_key = excluded.sealed_key;
    perform pg_notify('hearth_tenants', '');
end
$$;

grant execute on function api.set_upstream_key(bytea) to hearth_server;
comment on function api.set_upstream_key(bytea) is
    'Keeps the sealed key that a tenant''s people are read from RevenueCat with.';
