-- Returns where evidence stands in the order of the fold: when it occurred by its teller's clock.
--
-- RevenueCat's clock orders what RevenueCat says, also while ours is up to 15 minutes behind; else
-- a refund and its reversal would count as they arrive. What is further ahead counts as 15 minutes
-- ahead. What is a day ahead is no clock's skew, but a wrong time, and counts from its receipt:
-- RevenueCat's sample of a transfer is dated in the year 4466.
-- Only the order is RevenueCat's: the moment at which evidence takes effect is evidence.order_at,
-- which is never later than its receipt. `doctor` and a metric name the skew (see clock_skew).

create function api.order_of(occurred_at timestamptz, received_at timestamptz)
returns timestamptz
language sql stable
return case when occurred_at > received_at + interval '1 day' then received_at
            else least(occurred_at, received_at + interval '15 minutes') end;
