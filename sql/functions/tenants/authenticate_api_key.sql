-- What a key's public id stands for: its kind, its tenant, and the digest that its secret must
-- have. No row: there is no such key, or it is revoked.
--
-- Called before anything is known of the caller; comparing the digest is the server's, in constant
-- time.
-- security definer because a key names its tenant, or as an admin key none.
-- Locks: none.

create function api.authenticate_api_key(key_id text)
returns table (tenant_id uuid, tenant_slug text, kind text, digest bytea)
language plpgsql stable security definer rows 1
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select key.tenant_id, tenant.slug, key.kind, key.digest
      from entitlements.api_keys key
      join entitlements.tenants tenant on tenant.tenant_id = key.tenant_id
     where key.key_id = authenticate_api_key.key_id and key.revoked_at is null
     union all
    select null::uuid, null::text, 'admin', key.digest
      from entitlements.admin_keys key
     where key.key_id = authenticate_api_key.key_id and key.revoked_at is null;
end
$$;
