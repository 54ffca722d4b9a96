-- Returns the sealed secrets that authenticate a tenant's webhooks, at most two of each kind.
--
-- Called by the webhook route, which opens them with the installation's key.

create function api.get_webhook_secrets()
returns table (kind text, slot integer, sealed bytea)
language plpgsql stable rows 4
as $$
begin
    return query
    select secret.kind, secret.slot, secret.sealed
      from entitlements.webhook_secrets secret
     where secret.tenant_id = entitlements.current_tenant_id()
     order by secret.kind, secret.slot;
end
$$;
