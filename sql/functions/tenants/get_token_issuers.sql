-- Returns a tenant's token issuers, their rules for tokens, and the sealed secrets of two slots.
--
-- Called before an end user is known. The server opens the secrets with the installation's key.
-- Null: jwks_url, audience, first_secret, second_secret.

create function api.get_token_issuers()
returns table (
    issuer text, algorithms text[], jwks_url text, audience text, authorized_parties text[],
    anonymous_claim text, app_user_id_prefix text, first_secret bytea, second_secret bytea)
language plpgsql stable rows 2
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select known.issuer, known.algorithms, known.jwks_url, known.audience,
           known.authorized_parties, known.anonymous_claim, known.app_user_id_prefix,
           slot_1.sealed, slot_2.sealed
      from entitlements.token_issuers known
      left join entitlements.token_secrets slot_1
        on slot_1.tenant_id = _tenant_id and slot_1.issuer = known.issuer and slot_1.slot = 1
      left join entitlements.token_secrets slot_2
        on slot_2.tenant_id = _tenant_id and slot_2.issuer = known.issuer and slot_2.slot = 2
     where known.tenant_id = _tenant_id
     order by known.issuer;
end
$$;
