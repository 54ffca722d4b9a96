-- Returns the newest keys of a tenant, at most 1,000, without their digests.
--
-- Called with a secret or an admin key, or by an operator at the machine.
-- `last_used_at` is right within an hour.
-- Null: revoked_at, last_used_at, name.

create function api.list_api_keys()
returns table (
    key_id text, kind text, created_at timestamptz, revoked_at timestamptz,
    last_used_at timestamptz, name text)
language plpgsql stable rows 10
as $$
begin
    return query
    select key.key_id, key.kind, key.created_at, key.revoked_at, key.last_used_at,
           key.name
      from entitlements.api_keys key
     where key.tenant_id = entitlements.current_tenant_id()
     order by key.created_at desc, key.key_id
     limit 1000;
end
$$;
