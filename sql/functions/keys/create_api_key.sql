-- Stores the digest of a tenant's new key; the key itself is not stored.
--
-- Called with a secret or an admin key, or by an operator. The audit gets an entry.
-- Idempotent: the same id, kind, digest and name again changes nothing.
-- Raises: api_key_exists 409.

create function api.create_api_key(
    key_id text, kind text, digest bytea, actor text, name text default null)
returns void
language plpgsql volatile
as $$
declare
    _made entitlements.api_keys;
begin
    insert into entitlements.api_keys as made (tenant_id, key_id, kind, digest, name)
    values (entitlements.current_tenant_id(), create_api_key.key_id, create_api_key.kind,
            create_api_key.digest, create_api_key.name)
        on conflict do nothing
    returning made.* into _made;
    if found then
        perform api.add_key_entry('create_key', create_api_key.actor, _made);
        return;
    end if;
    perform from entitlements.api_keys key
      where key.tenant_id = entitlements.current_tenant_id()
        and key.key_id = create_api_key.key_id
        and key.kind = create_api_key.kind and key.digest = create_api_key.digest
        and key.name is not distinct from create_api_key.name;
    if not found then
        raise sqlstate 'PT409' using message = 'api_key_exists',
            detail = 'Another key has this id.';
    end if;
end
$$;
