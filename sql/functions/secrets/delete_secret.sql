-- Deletes a secret: webhooks and tokens that use it are refused from now on.
--
-- Called by an operator, to end a rotation. `kind`, `name` and `slot` are those of
-- list_sealed_secrets. Without a RevenueCat key, no more snapshots are read, and the queue waits.
-- Idempotent: an empty slot stays empty.
-- Locks: the slot, or the upstream.

create function api.delete_secret(kind text, name text, slot integer) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if delete_secret.kind = 'revenuecat_api_key' then
        update entitlements.upstreams upstream set sealed_key = null
         where upstream.tenant_id = _tenant_id;
    elsif delete_secret.kind = 'token_secret' then
        delete from entitlements.token_secrets secret
         where secret.tenant_id = _tenant_id and secret.issuer = delete_secret.name
           and secret.slot = delete_secret.slot;
    else
        delete from entitlements.webhook_secrets secret
         where secret.tenant_id = _tenant_id and secret.kind = delete_secret.kind
           and secret.slot = delete_secret.slot;
    end if;
    perform pg_notify('hearth_tenants', '');
end
$$;
