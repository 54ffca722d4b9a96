-- A moment as devices compare it with their clock: milliseconds since 1970. Null is never.
--
-- internal: called by whatever derives rows for devices.
-- Pure: reads nothing but its arguments.

create function api.milliseconds(moment timestamptz) returns bigint
language sql stable security invoker
return case when isfinite(moment) then floor(extract(epoch from moment) * 1000)::bigint end;
