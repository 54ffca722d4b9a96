-- Returns every sealed secret of a tenant, with what names it.
--
-- Called by the server, which checks that its encryption key opens them, and by an operator who
-- rotates that key. A test holds the list against the columns that are sealed.

create function api.list_sealed_secrets()
returns table (kind text, name text, slot integer, sealed bytea)
language plpgsql stable rows 4
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select secret.kind, '', secret.slot, secret.sealed
      from entitlements.webhook_secrets secret
     where secret.tenant_id = _tenant_id
     union all
    select 'token_secret', secret.issuer, secret.slot, secret.sealed
      from entitlements.token_secrets secret
     where secret.tenant_id = _tenant_id
     union all
    select 'signing_key', known.key_id, 1, known.sealed
      from entitlements.signing_keys known
     where known.tenant_id = _tenant_id
     union all
    select 'endpoint_secret', secret.endpoint_id::text, secret.slot, secret.sealed
      from entitlements.endpoint_secrets secret
     where secret.tenant_id = _tenant_id
     union all
    select 'revenuecat_api_key', '', 1, upstream.sealed_key
      from entitlements.upstreams upstream
     where upstream.tenant_id = _tenant_id and upstream.sealed_key is not null
     order by 1, 2, 3;
end
$$;
