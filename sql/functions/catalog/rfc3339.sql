-- A moment as the contract writes it: RFC 3339, UTC, milliseconds.
--
-- internal: called by everything that answers JSON.
-- The standard's body binds its names now and is inlined by the planner.
-- Pure: reads nothing but its argument.

create function api.rfc3339(moment timestamptz) returns text
language sql stable security invoker
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
