-- Returns how many failing deliveries an endpoint may have before new changes wait.
--
-- Pure: reads nothing.

create function api.maximum_failing_deliveries() returns integer
language sql immutable
return 100;
