-- Refuses a time zone that Postgres does not have under exactly this name.
--
-- Abbreviations and offsets are refused too: they know no daylight saving.
-- Raises: time_zone_unknown 422.

create function api.require_time_zone(time_zone text) returns void
language plpgsql stable
as $$
begin
    if require_time_zone.time_zone <> 'UTC' and not exists (
        select from pg_catalog.pg_timezone_names known
         where known.name = require_time_zone.time_zone) then
        raise sqlstate 'PT422' using message = 'time_zone_unknown',
            detail = 'Postgres has no time zone of this name; one is “Europe/London”.';
    end if;
end
$$;
