-- Empties a slot of an issuer: tokens signed with its secret are refused from now on.
--
-- Called by an operator, to end a rotation.
-- Idempotent: an empty slot stays empty.
-- Locks: the slot.

create function api.delete_token_secret(issuer text, slot integer) returns void
language plpgsql volatile
as $$
begin
    delete from entitlements.token_secrets secret
     where secret.tenant_id = entitlements.current_tenant_id()
       and secret.issuer = delete_token_secret.issuer
       and secret.slot = delete_token_secret.slot;
    perform pg_notify('hearth_tenants', '');
end
$$;
