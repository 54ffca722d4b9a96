-- Returns JSON text with every character escaped that is not ASCII.
--
-- Pure: reads only its argument.

create function api.ascii_json(content text) returns text
language plpgsql immutable
as $$
begin
    return coalesce(
        (select string_agg(
                    case when code < 128 then letter
                         when code < 65536 then '\u' || lpad(to_hex(code), 4, '0')
                         -- A surrogate pair.
                         else '\u' || to_hex(55296 + ((code - 65536) >> 10))
                              || '\u' || to_hex(56320 + ((code - 65536) & 1023)) end,
                    '' order by position)
           from unnest(string_to_array(ascii_json.content, null)) with ordinality
                as letters (letter, position)
          cross join lateral ascii(letter) as code),
        '');
end
$$;
