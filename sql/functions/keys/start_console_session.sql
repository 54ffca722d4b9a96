-- Begins a session of the console, which acts by a key, with an entry in the audit of its tenant.
--
-- Called after the key was authenticated, or with `by_link` after its link was used.
-- `token_digest` is the SHA-256 of the session's token, which only the browser has. Sessions and
-- links that have expired are deleted here, 100 a call.
-- security definer because an admin key belongs to no tenant.
-- Locks: the expired sessions; skips locked ones.

create function api.start_console_session(
    key_id text, token_digest bytea, ttl_seconds integer, by_link boolean default false,
    as_of timestamptz default null)
returns void
language plpgsql volatile security definer
as $$
declare
    _as_of constant timestamptz := coalesce(start_console_session.as_of, clock_timestamp());
begin
    delete from entitlements.console_sessions session
     where session.token_digest in (
           select expired.token_digest
             from entitlements.console_sessions expired
            where expired.expires_at <= _as_of
            order by expired.expires_at
            limit 100
              for update skip locked);
    insert into entitlements.console_sessions
           (token_digest, kind, key_id, created_at, expires_at)
    values (start_console_session.token_digest, 'session', start_console_session.key_id, _as_of,
            _as_of + make_interval(secs => start_console_session.ttl_seconds));
    perform api.add_sign_in_entry(
        start_console_session.key_id, 'sign_in', null,
        case when start_console_session.by_link then 'link' else 'key' end, _as_of);
end
$$;
