-- Revokes a key of the installation, on every server within a second.
--
-- Called by an operator at the machine. A notification reaches the servers.
-- security definer because the server may not read or write the installation's keys itself.
-- Idempotent: the first time of revoking stays.
-- Locks: the key.
-- Raises: api_key_not_found 404.

create function api.revoke_admin_key(key_id text) returns void
language plpgsql volatile security definer
as $$
begin
    update entitlements.admin_keys key
       set revoked_at = coalesce(key.revoked_at, now())
     where key.key_id = revoke_admin_key.key_id;
    if not found then
        raise sqlstate 'PT404' using message = 'api_key_not_found',
            detail = 'The installation has no key with this id.';
    end if;
    perform pg_notify('hearth_tenants', '');
end
$$;
