-- Returns the pause that a receiver asks for by Retry-After, at most an hour.
--
-- An hour is also the longest delay of a retry. Null seconds mean no pause.
-- Pure: reads only its argument.

create function api.asked_pause(retry_after_seconds integer) returns interval
language sql immutable
return make_interval(secs => least(3600, greatest(0, coalesce(retry_after_seconds, 0))));
