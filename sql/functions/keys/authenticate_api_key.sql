-- Returns a key's kind, tenant, digest and name by its public id.
--
-- Called before the caller is authenticated. The server compares the digest in constant time. No
-- row: the key does not exist or is revoked. If `is_use_due`, call `use_api_key`.
-- Null: tenant_id, tenant_slug, name.
-- Raises: tenant_moved 503, for a key of a tenant that was here.
-- security definer because the tenant is not known before the key; an admin key has none.

create function api.authenticate_api_key(key_id text)
returns table (tenant_id uuid, tenant_slug text, kind text, digest bytea, is_use_due boolean,
    name text)
language plpgsql stable security definer rows 1
as $$
begin
    return query
    select key.tenant_id, tenant.slug, key.kind, key.digest,
           api.is_use_due(key.last_used_at, now()), key.name
      from entitlements.api_keys key
      join entitlements.tenants tenant on tenant.tenant_id = key.tenant_id
     where key.key_id = authenticate_api_key.key_id and key.revoked_at is null
     union all
    select null::uuid, null::text, 'admin', key.digest,
           api.is_use_due(key.last_used_at, now()), key.name
      from entitlements.admin_keys key
     where key.key_id = authenticate_api_key.key_id and key.revoked_at is null;
    if not found then
        perform api.refuse_if_away(move.tenant_id)
           from entitlements.tenant_moves move
          where move.key_ids @> array[authenticate_api_key.key_id]
            and move.cleared_at is not null;
    end if;
end
$$;
