-- Returns a limit's period at a moment: its start, and when usage resets.
--
-- Periods follow the calendar in UTC. Without a period, the start is -infinity and the reset null.
-- Locks: none.

create function api.limit_period(period text, as_of timestamptz)
returns table (starts_at timestamptz, resets_at timestamptz)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
declare
    _starts_at constant timestamp := date_trunc(
        limit_period.period, limit_period.as_of at time zone 'UTC');
begin
    return query
    select coalesce(_starts_at at time zone 'UTC', '-infinity'),
           (_starts_at + ('1 ' || limit_period.period)::interval) at time zone 'UTC';
end
$$;
