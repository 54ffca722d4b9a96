-- Stores the digest of a tenant's new key; the key itself is not stored.
--
-- Called by an operator.
-- Idempotent: the same id, kind and digest again changes nothing.
-- Raises: api_key_exists 409.

create function api.create_api_key(key_id text, kind text, digest bytea) returns void
language plpgsql volatile
as $$
begin
    insert into entitlements.api_keys (tenant_id, key_id, kind, digest)
    values (entitlements.current_tenant_id(), create_api_key.key_id, create_api_key.kind,
            create_api_key.digest)
        on conflict do nothing;
    perform from entitlements.api_keys key
      where key.tenant_id = entitlements.current_tenant_id()
        and key.key_id = create_api_key.key_id
        and key.kind = create_api_key.kind and key.digest = create_api_key.digest;
    if not found then
        raise sqlstate 'PT409' using message = 'api_key_exists',
            detail = 'Another key has this id.';
    end if;
end
$$;
