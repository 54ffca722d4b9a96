-- Whether the server has everything that was committed before a position of the log.
--
-- - A standby has replayed the log up to there, on the same timeline. On a later timeline it has
--   everything of the earlier one that was not lost.
-- - A primary has it, unless its timeline is earlier than the position's: it was replaced then.
-- - `is_exact` asks for a standby on the position's own timeline. A server that knows the primary
--   asks so: another timeline may be the history of a standby that was promoted by mistake.

create function api.has_reached(log_position text, is_exact boolean) returns boolean
language plpgsql stable
as $$
declare
    _timeline constant bigint := split_part(has_reached.log_position, ':', 1)::bigint;
    _place constant pg_lsn := split_part(has_reached.log_position, ':', 2)::pg_lsn;
    _own constant bigint := api.log_timeline();
begin
    if not pg_is_in_recovery() then
        return not has_reached.is_exact and coalesce(_own >= _timeline, true);
    end if;
    if _own = _timeline then
        return coalesce(pg_last_wal_replay_lsn() >= _place, false);
    end if;
    return not has_reached.is_exact and coalesce(_own > _timeline, false);
end
$$;
