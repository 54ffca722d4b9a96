-- Returns why non-deciding fields of an event were left out; null if all were read.
--
-- Pure: reads only its arguments.

create function api.unread_fields(facts jsonb) returns table (fields text[])
language sql stable rows 1
begin atomic
    select array_agg(field)
      from jsonb_array_elements_text(unread_fields.facts -> 'unread') as field;
end;
