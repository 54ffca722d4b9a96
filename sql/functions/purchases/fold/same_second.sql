-- A time that was named again: as it was known where the two are less than a second apart.
--
-- internal: called by fold_snapshot.
-- Pure: reads nothing but its arguments.

create function api.same_second(known timestamptz, named timestamptz) returns timestamptz
language sql stable security invoker
return case
    when known > named - interval '1 second' and known < named + interval '1 second' then known
    else named end;
