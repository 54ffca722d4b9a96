-- Returns an answer with the names of erased app users as they are (see return_to).
--
-- Pure: reads only its argument.

create function api.shown_names(answer json) returns json
language sql immutable
return regexp_replace(
    answer::text, '"((\$RCAnonymousID:)?erased-[0-9a-fA-F-]{36})~"', '"\1"', 'g')::json;
