-- Returns the timeline of the server's log; null if it is not known.
--
-- Each promotion of a standby begins another one. A standby cannot be asked for its own. It has
-- replayed at least the one that a server noted last with its presence, so it tells that one.
-- security definer because presence belongs to no tenant.

create function api.log_timeline() returns bigint
language plpgsql stable security definer
as $$
begin
    if pg_is_in_recovery() then
        return (
            select (server.value ->> 'timeline')::bigint
              from entitlements.presence, jsonb_each(presence.servers) as server
             where server.value ? 'timeline'
             order by (server.value ->> 'seen_at')::timestamptz desc
             limit 1);
    end if;
    return ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::bigint;
exception when insufficient_privilege or feature_not_supported or undefined_function then
    return null; -- Some providers have no log to look at.
end
$$;
