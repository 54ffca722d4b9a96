-- Returns whether the server is a standby, and how far its log has come.
--
-- Of a primary that is what it has written to its disk and sends to standbys, of a standby what it
-- has replayed. Called every quarter of a second by servers with replicas.
-- Null: log_position.
-- security definer because presence belongs to no tenant.

create function api.get_log_position()
returns table (is_standby boolean, log_position text)
language plpgsql stable security definer rows 1
as $$
declare
    _is_standby constant boolean := pg_is_in_recovery();
begin
    return query
    select _is_standby,
           api.log_timeline() || ':'
           || case when _is_standby then pg_last_wal_replay_lsn()
                   else pg_current_wal_flush_lsn() end;
end
$$;
