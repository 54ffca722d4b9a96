-- Returns the window of a limit at a moment: since when uses count, and when they stop counting.
--
-- - A calendar period follows the calendar in UTC, and resets at its end.
-- - A rolling window holds each use for `rolls`. It has no reset of its own.
-- - Without both, `since` is -infinity.
-- A use counts from `since` on, the moment itself included.
-- Locks: none.

create function api.limit_window(period text, rolling_hours integer, as_of timestamptz)
returns table (since timestamptz, resets_at timestamptz, rolls interval)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
declare
    _starts_at constant timestamp := date_trunc(
        limit_window.period, limit_window.as_of at time zone 'UTC');
    _rolls constant interval := make_interval(hours => limit_window.rolling_hours);
begin
    return query
    select coalesce(
               _starts_at at time zone 'UTC',
               limit_window.as_of - _rolls + interval '1 microsecond', '-infinity'),
           (_starts_at + ('1 ' || limit_window.period)::interval) at time zone 'UTC', _rolls;
end
$$;
