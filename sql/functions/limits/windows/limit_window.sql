-- Returns the window of a limit at a moment: since when uses count, and when they stop counting.
--
-- - A period follows the calendar in the time zone. A month may begin on a day of its own, in a
--   shorter month on its last day. Without a subscription, its period is a month.
-- - A rolling window holds each use for `rolls`. It has no reset of its own.
-- - Without both, `since` is -infinity.
-- A use at `since` itself counts. If a midnight occurs twice, the second one begins the period.

create function api.limit_window(
    stated entitlements.limits, time_zone text, as_of timestamptz)
returns table (since timestamptz, resets_at timestamptz, rolls interval)
language plpgsql stable rows 1
as $$
declare
    _unit constant text := replace(stated.period, 'subscription', 'month');
    _step constant interval := ('1 ' || _unit)::interval;
    _rolls constant interval := make_interval(hours => stated.rolling_hours);
begin
    if _unit is null then
        return query select coalesce(
            limit_window.as_of - _rolls + interval '1 microsecond', '-infinity'),
            null::timestamptz, _rolls;
        return;
    end if;
    return query
    select max(period.begins_at) filter (where period.begins_at <= limit_window.as_of),
           min(period.begins_at) filter (where period.begins_at > limit_window.as_of),
           null::interval
      from (select (first.day + make_interval(days => least(
                       coalesce(stated.month_day, 1),
                       extract(day from first.day + interval '1 month - 1 day')::integer) - 1))
                   at time zone limit_window.time_zone as begins_at
              from (select date_trunc(
                               _unit, limit_window.as_of at time zone limit_window.time_zone)
                           + _step * steps.count as day
                      from generate_series(-1, 1) as steps (count)) as first) as period;
end
$$;
