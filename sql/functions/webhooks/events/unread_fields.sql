-- Returns why non-deciding fields of an event were left out; null if all were read.
--
-- Pure: reads only its arguments.

create function api.unread_fields(facts jsonb) returns text[]
language sql immutable security invoker
return case when facts ? 'unread'
            then array(select jsonb_array_elements_text(facts -> 'unread')) end;
