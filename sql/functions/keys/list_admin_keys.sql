-- Returns the newest keys of the installation, at most 1,000, without their digests.
--
-- Called by an operator at the machine.
-- `last_used_at` is right within an hour.
-- Null: revoked_at, last_used_at, name.
-- security definer because the server may not read or write the installation's keys itself.

create function api.list_admin_keys()
returns table (
    key_id text, created_at timestamptz, revoked_at timestamptz, last_used_at timestamptz,
    name text)
language plpgsql stable security definer rows 10
as $$
begin
    return query
    select key.key_id, key.created_at, key.revoked_at, key.last_used_at, key.name
      from entitlements.admin_keys key
     order by key.created_at desc, key.key_id
     limit 1000;
end
$$;
