-- Returns a moment in milliseconds since 1970, as devices compare it with their clock.
--
-- Null means never.
-- Pure: reads only its argument.

create function api.milliseconds(moment timestamptz) returns bigint
language sql stable
return case when isfinite(moment) then floor(extract(epoch from moment) * 1000)::bigint end;
