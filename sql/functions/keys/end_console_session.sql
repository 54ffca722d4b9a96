-- Ends a session of the console.
--
-- security definer because an admin key belongs to no tenant.
-- Idempotent: a session that has ended, or never was, changes nothing.

create function api.end_console_session(token_digest bytea) returns void
language plpgsql volatile security definer
as $$
begin
    delete from entitlements.console_sessions session
     where session.token_digest = end_console_session.token_digest;
end
$$;
