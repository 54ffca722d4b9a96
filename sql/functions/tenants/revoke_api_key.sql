-- Revokes a tenant's key, on every server within a second.
--
-- Called by an operator. A notification reaches the servers.
-- Idempotent: the first time of revoking stays.
-- Locks: the key.
-- Raises: api_key_not_found 404.

create function api.revoke_api_key(key_id text) returns void
language plpgsql volatile
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
