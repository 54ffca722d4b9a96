-- Returns the time from a failed attempt to the next one.
--
-- It starts at 5 seconds and triples with each attempt, up to an hour. It varies by a quarter, so
-- that a server that comes back does not get all retries at once.
-- Pure: reads only its arguments.

create function api.retry_delay(number bigint, attempts integer) returns interval
language sql immutable
return make_interval(secs =>
    least(3600, 5 * power(3, least(attempts, 8) - 1))
    * (0.75 + (hashint8extended(number, attempts) & 1023) / 2046.0));
