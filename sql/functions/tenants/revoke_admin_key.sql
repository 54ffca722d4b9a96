-- Ends a key of the installation, everywhere within a second: servers are told.
--
-- Called by an operator at the machine.
-- security definer because the server may not touch the installation's keys but through doors.
-- Idempotent: a revoked key stays revoked since the first time.
-- Locks: the key.
-- Raises: api_key_not_found 404.

create function api.revoke_admin_key(key_id text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
    update entitlements.admin_keys key
       set revoked_at = coalesce(key.revoked_at, now())
     where key.key_id = revoke_admin_key.key_id;
    if not found then
        raise sqlstate 'PT404' using message = 'api_key_not_found',
            detail = 'The installation has no key of this id.';
    end if;
    perform pg_notify('hearth_tenants', '');
end
$$;
