-- Revokes a tenant's key, on every server within a second.
--
-- Called with a secret or an admin key, or by an operator. A notification reaches the servers. The
-- audit gets an entry.
-- Idempotent: the first time of revoking stays.
-- Locks: the key.
-- Raises: api_key_not_found 404.

create function api.revoke_api_key(key_id text, actor text) returns void
language plpgsql volatile
as $$
declare
    _key entitlements.api_keys;
begin
    select key.* into _key
      from entitlements.api_keys key
     where key.tenant_id = entitlements.current_tenant_id()
       and key.key_id = revoke_api_key.key_id
       for no key update;
    if not found then
        raise sqlstate 'PT404' using message = 'api_key_not_found',
            detail = 'The tenant has no key with this id.';
    end if;
    if _key.revoked_at is null then
        update entitlements.api_keys key
           set revoked_at = now()
         where key.tenant_id = _key.tenant_id and key.key_id = _key.key_id;
        perform api.add_key_entry('revoke_key', revoke_api_key.actor, _key);
    end if;
    perform pg_notify('hearth_tenants', '');
end
$$;
