-- Puts a sealed secret into one of the two slots of its kind; the other slot stays valid.
--
-- Called by an operator.
-- Idempotent: a slot holds the last secret that was put there.
-- Locks: the slot.

create function api.set_webhook_secret(kind text, slot integer, sealed bytea) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    insert into entitlements.webhook_secrets (tenant_id, kind, slot, sealed)
    values (entitlements.current_tenant_id(), set_webhook_secret.kind, set_webhook_secret.slot,
            set_webhook_secret.sealed)
        on conflict on constraint webhook_secrets_pkey do update
       set sealed = excluded.sealed, created_at = now();
    perform pg_notify('hearth_tenants', '');
end
$$;
