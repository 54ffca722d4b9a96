-- Returns the key by which a session of the console acts, with its kind, tenant and name.
--
-- No row: there is no such session, it has expired, or its key was revoked.
-- Null: tenant_id, tenant_slug, name.
-- security definer because the tenant is not known before the key; an admin key has none.

create function api.find_console_session(token_digest bytea, as_of timestamptz default null)
returns table (
    key_id text, kind text, digest bytea, tenant_id uuid, tenant_slug text, name text)
language plpgsql stable security definer rows 1
as $$
begin
    return query
    select session.key_id, key.kind, key.digest, key.tenant_id, key.tenant_slug,
           key.name
      from entitlements.console_sessions session
     cross join lateral api.authenticate_api_key(session.key_id) key
     where session.token_digest = find_console_session.token_digest
       and session.kind = 'session'
       and session.expires_at > coalesce(find_console_session.as_of, clock_timestamp());
end
$$;
