-- Returns when a period that evidence names begins by our clock.
--
-- What had begun when it was told of has begun, though our clock may be behind RevenueCat's: else a
-- payer would wait for our clock. Stores charge hours ahead of a period: that one begins later than
-- its event, at its own time.

create function api.begun_at(
    started_at timestamptz, occurred_at timestamptz, received_at timestamptz)
returns timestamptz
language sql stable
return case when started_at <= occurred_at and occurred_at <= received_at + interval '1 day'
            then least(started_at, received_at) else started_at end;
