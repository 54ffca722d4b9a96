-- Replaces a sealed secret by the same secret, sealed with another encryption key.
--
-- Called by an operator who rotates that key, with a row of `list_sealed_secrets`. Returns false if
-- the secret is no longer the listed one: it was set anew, deleted, or sealed by another caller.
-- Idempotent: the second call finds another secret and changes nothing.
-- Locks: the secret.

create function api.reseal_secret(
    kind text, name text, slot integer, former bytea, sealed bytea)
returns table (is_resealed boolean)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if reseal_secret.kind = 'token_secret' then
        update entitlements.token_secrets secret set sealed = reseal_secret.sealed
         where secret.tenant_id = _tenant_id and secret.issuer = reseal_secret.name
           and secret.slot = reseal_secret.slot and secret.sealed = reseal_secret.former;
    elsif reseal_secret.kind = 'signing_key' then
        update entitlements.signing_keys known set sealed = reseal_secret.sealed
         where known.tenant_id = _tenant_id and known.key_id = reseal_secret.name
           and known.sealed = reseal_secret.former;
    elsif reseal_secret.kind = 'endpoint_secret' then
        update entitlements.endpoint_secrets secret set sealed = reseal_secret.sealed
         where secret.tenant_id = _tenant_id
           and secret.endpoint_id = reseal_secret.name::uuid
           and secret.slot = reseal_secret.slot and secret.sealed = reseal_secret.former;
    elsif reseal_secret.kind = 'revenuecat_api_key' then
        update entitlements.upstreams upstream set sealed_key = reseal_secret.sealed
         where upstream.tenant_id = _tenant_id and upstream.sealed_key = reseal_secret.former;
    else
        update entitlements.webhook_secrets secret set sealed = reseal_secret.sealed
         where secret.tenant_id = _tenant_id and secret.kind = reseal_secret.kind
           and secret.slot = reseal_secret.slot and secret.sealed = reseal_secret.former;
    end if;
    return query select found;
end
$$;
