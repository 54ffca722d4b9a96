-- Returns when access ends, as RevenueCat's v1 writes it: null without an end, in whole seconds.
--
-- RevenueCat's SDKs compare this end with request_date, which has whole seconds, too, and some
-- count an equal end as active. So the end of what is active comes a second after request_date at
-- least, and the end of what is not comes a second before it.
-- If access never ran (it ends before everything), its end is its start.

create function api.subscriber_end(
    starts_at timestamptz, ends_at timestamptz, is_active boolean, as_of timestamptz)
returns timestamptz
language sql immutable
return case
    when is_active and ends_at = 'infinity' then null
    when is_active then greatest(date_trunc('second', ends_at),
                                 date_trunc('second', as_of) + interval '1 second')
    else least(date_trunc('second', case when isfinite(ends_at) then ends_at else starts_at end),
               date_trunc('second', as_of) - interval '1 second') end;
