-- Returns as what the beginning of a step counts; null if it counts as nothing.
--
-- Pure: reads only its arguments.

create function api.begun_figure(
    class text, opens boolean, gives boolean, previous_class text, is_continued boolean)
returns text
language sql immutable
return case
    when not gives then null
    when class = 'trials' then case when opens then 'trials_begun' end
    when class = 'one_time' then case when opens then 'one_time_purchases' end
    when class <> 'subscriptions' then null
    when previous_class = 'trials' then 'trials_converted'
    when previous_class = 'subscriptions' and not is_continued then 'subscriptions_returned'
    when previous_class = 'subscriptions' then case when opens then 'subscriptions_renewed' end
    else 'subscriptions_begun' end;
