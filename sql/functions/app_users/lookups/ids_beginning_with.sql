-- Returns the first and the last UUID that begins with a text; no row if none does.
--
-- At least four digits are asked for, so that a word is not taken for an id.
-- Pure: reads only its argument.

create function api.ids_beginning_with(query text)
returns table (first_id uuid, last_id uuid)
language sql immutable rows 1
begin atomic
    select rpad(digits.text, 32, '0')::uuid, rpad(digits.text, 32, 'f')::uuid
      from (select replace(lower(ids_beginning_with.query), '-', '') as text offset 0) as digits
     where digits.text ~ '^[0-9a-f]{4,32}$'
    offset 0;
end;
