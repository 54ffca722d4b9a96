-- Ends a tenant's key, everywhere within a second: servers are told.
--
-- Called by an operator.
-- Idempotent: a revoked key stays revoked since the first time.
-- Locks: the key.
-- Raises: api_key_not_found 404.

create function api.revoke_api_key(key_id text) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    update entitlements.api_keys key
       set revoked_at = coalesce(key.revoked_at, now())
     where key.tenant_id = entitlements.current_tenant_id()
       and key.key_id = revoke_api_key.key_id;
    if not found then
        raise sqlstate 'PT404' using message = 'api_key_not_found',
            detail = 'The tenant has no key of this id.';
    end if;
    perform pg_notify('hearth_tenants', '');
end
$$;
