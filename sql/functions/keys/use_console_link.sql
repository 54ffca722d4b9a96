-- Exchanges a link for a session of the console, and returns whether it did.
--
-- A link works once, and until it expires: of two browsers that use it, one is signed in.
-- `link_digest` and `token_digest` are the SHA-256 of the link's token and of the session's.
-- security definer because an admin key belongs to no tenant.
-- Locks: the link.

create function api.use_console_link(
    link_digest bytea, token_digest bytea, ttl_seconds integer, as_of timestamptz default null)
returns table (is_signed_in boolean)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(use_console_link.as_of, clock_timestamp());
    _key_id text;
begin
    delete from entitlements.console_sessions link
     where link.token_digest = use_console_link.link_digest and link.kind = 'link'
       and link.expires_at > _as_of
    returning link.key_id into _key_id;
    is_signed_in := _key_id is not null;
    if is_signed_in then
        perform api.start_console_session(
            _key_id, use_console_link.token_digest, use_console_link.ttl_seconds, true,
            _as_of);
    end if;
    return next;
end
$$;
