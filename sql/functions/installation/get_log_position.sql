-- Returns whether the server is a standby, whose log it has, and how far that has come.
--
-- Of a primary that is what it has written to its disk and sends to standbys, of a standby what it
-- has replayed. Called every quarter of a second by servers with replicas, and on each connection
-- to a replica. A standby that has replayed the log beyond a mark of the primary has that mark.
-- Null: log_position, system_identifier.
-- security definer because presence and the installation belong to no tenant.

create function api.get_log_position()
returns table (
    is_standby boolean, log_position text, system_identifier text, installation_id uuid,
    mark uuid, former_mark uuid, marked_at timestamptz)
language plpgsql stable security definer rows 1
as $$
declare
    _is_standby constant boolean := pg_is_in_recovery();
begin
    -- The row is that of the statement's snapshot, and the position is told later: it is not before
    -- the commit of the mark.
    return query
    select _is_standby,
           api.log_timeline() || ':'
           || case when _is_standby then pg_last_wal_replay_lsn()
                   else pg_current_wal_flush_lsn() end,
           api.system_identifier(),
           installation.installation_id, installation.mark, installation.former_mark,
           installation.marked_at
      from entitlements.installation;
end
$$;
