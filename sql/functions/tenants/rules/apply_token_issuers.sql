-- Replaces a tenant's token issuers by those of a validated definition.
--
-- Secrets stay with an issuer that stays, and are deleted with one that goes.
-- Idempotent: the same issuers again are the same rows.
-- Locks: none; the caller has locked the tenant.

create function api.apply_token_issuers(definition jsonb) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _issuers constant jsonb := coalesce(definition #> '{end_users,issuers}', '[]');
begin
    delete from entitlements.token_issuers known
     where known.tenant_id = _tenant_id
       and not exists (
           select from jsonb_to_recordset(_issuers) as entry (issuer text)
            where entry.issuer = known.issuer);

    insert into entitlements.token_issuers
           (tenant_id, issuer, algorithms, jwks_url, audience, authorized_parties,
            anonymous_claim, app_user_id_prefix)
    select _tenant_id, entry.issuer, array(select jsonb_array_elements_text(entry.algorithms)),
           entry.jwks_url, entry.audience,
           array(select jsonb_array_elements_text(entry.authorized_parties)),
           entry.anonymous_claim, entry.app_user_id_prefix
      from jsonb_to_recordset(_issuers) as entry (
               issuer text, algorithms jsonb, jwks_url text, audience text,
               authorized_parties jsonb, anonymous_claim text, app_user_id_prefix text)
        on conflict on constraint token_issuers_pkey do update
       set algorithms = excluded.algorithms, jwks_url = excluded.jwks_url,
           audience = excluded.audience, authorized_parties = excluded.authorized_parties,
           anonymous_claim = excluded.anonymous_claim,
           app_user_id_prefix = excluded.app_user_id_prefix;
end
$$;
