-- Returns the newest keys of a tenant, at most 1,000, without their digests.
--
-- Called by an operator at the machine.
-- Null: revoked_at.

create function api.list_api_keys()
returns table (key_id text, kind text, created_at timestamptz, revoked_at timestamptz)
language plpgsql stable rows 10
as $$
begin
    return query
    select key.key_id, key.kind, key.created_at, key.revoked_at
      from entitlements.api_keys key
     where key.tenant_id = entitlements.current_tenant_id()
     order by key.created_at desc, key.key_id
     limit 1000;
end
$$;
