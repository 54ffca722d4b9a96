-- Returns the figures that are numbers, in the order in which answers have them.

create function api.figure_names() returns table (name text, place bigint)
language sql immutable rows 20
begin atomic
    select listed.name, listed.place
      from unnest(array[
               'active_subscriptions', 'active_trials', 'active_one_time', 'active_grants',
               'trials_begun', 'trials_converted', 'trials_cancelled', 'subscriptions_begun',
               'subscriptions_renewed', 'subscriptions_returned', 'churned_voluntarily',
               'churned_involuntarily', 'payments_failed', 'payments_recovered',
               'one_time_purchases'])
           with ordinality as listed (name, place);
end;
