-- Empties a slot: webhooks that use its secret are refused from now on.
--
-- Called by an operator, to end a rotation.
-- Idempotent: an empty slot stays empty.
-- Locks: the slot.

create function api.delete_webhook_secret(kind text, slot integer) returns void
language plpgsql volatile
as $$
begin
    delete from entitlements.webhook_secrets secret
     where secret.tenant_id = entitlements.current_tenant_id()
       and secret.kind = delete_webhook_secret.kind
       and secret.slot = delete_webhook_secret.slot;
    perform pg_notify('hearth_tenants', '');
end
$$;
