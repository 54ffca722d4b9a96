-- Stores a link that signs a browser in to the console once, by the newest live key.
--
-- Called by an operator at the machine. The key is the tenant's newest secret key, or without a
-- tenant the installation's newest admin key. `token_digest` is the SHA-256 of the link's token.
-- security definer because an admin key belongs to no tenant.
-- Null: tenant_slug.
-- Raises: api_key_not_found 404.

create function api.create_console_link(
    tenant_slug text, token_digest bytea, ttl_seconds integer, as_of timestamptz default null)
returns void
language plpgsql volatile security definer
as $$
declare
    _as_of constant timestamptz := coalesce(create_console_link.as_of, clock_timestamp());
    _key_id text;
begin
    if create_console_link.tenant_slug is null then
        select key.key_id into _key_id
          from entitlements.admin_keys key
         where key.revoked_at is null
         order by key.created_at desc, key.key_id
         limit 1;
    else
        select key.key_id into _key_id
          from entitlements.api_keys key
          join entitlements.tenants tenant on tenant.tenant_id = key.tenant_id
         where tenant.slug = create_console_link.tenant_slug
           and key.kind = 'secret' and key.revoked_at is null
         order by key.created_at desc, key.key_id
         limit 1;
    end if;
    if _key_id is null then
        raise sqlstate 'PT404' using message = 'api_key_not_found',
            detail = 'The console has no key to act with. Create one first.';
    end if;
    insert into entitlements.console_sessions
           (token_digest, kind, key_id, created_at, expires_at)
    values (create_console_link.token_digest, 'link', _key_id, _as_of,
            _as_of + make_interval(secs => create_console_link.ttl_seconds));
end
$$;
