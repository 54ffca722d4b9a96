-- Stores the digest of a new key of the installation; the key itself is not stored.
--
-- Called by an operator at the machine.
-- security definer because the server may not read or write the installation's keys itself.
-- Idempotent: the same id, digest and name again changes nothing.
-- Raises: api_key_exists 409.

create function api.create_admin_key(key_id text, digest bytea, name text default null)
returns void
language plpgsql volatile security definer
as $$
begin
    insert into entitlements.admin_keys (key_id, digest, name)
    values (create_admin_key.key_id, create_admin_key.digest, create_admin_key.name)
        on conflict do nothing;
    perform from entitlements.admin_keys key
      where key.key_id = create_admin_key.key_id and key.digest = create_admin_key.digest
        and key.name is not distinct from create_admin_key.name;
    if not found then
        raise sqlstate 'PT409' using message = 'api_key_exists',
            detail = 'Another key has this id.';
    end if;
end
$$;
