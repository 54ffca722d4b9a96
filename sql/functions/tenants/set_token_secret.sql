-- Puts a sealed secret into one of an issuer's two slots; the other slot stays valid.
--
-- Called by an operator.
-- Idempotent: a slot holds the last secret that was put there.
-- Locks: the issuer → the slot.
-- Raises: token_issuer_not_found 404.

create function api.set_token_secret(issuer text, slot integer, sealed bytea) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform from entitlements.token_issuers known
      where known.tenant_id = _tenant_id and known.issuer = set_token_secret.issuer
        for key share;
    if not found then
        raise sqlstate 'PT404' using message = 'token_issuer_not_found',
            detail = 'The tenant''s file names no issuer of this name.';
    end if;
    insert into entitlements.token_secrets (tenant_id, issuer, slot, sealed)
    values (_tenant_id, set_token_secret.issuer, set_token_secret.slot, set_token_secret.sealed)
        on conflict on constraint token_secrets_pkey do update
       set sealed = excluded.sealed, created_at = now();
    perform pg_notify('hearth_tenants', '');
end
$$;
