-- Returns the known time if the named one is less than a second apart, else the named one.
--
-- Pure: reads only its arguments.

create function api.keep_finer_time(known timestamptz, named timestamptz) returns timestamptz
language sql stable
return case
    when known > named - interval '1 second' and known < named + interval '1 second' then known
    else named end;
