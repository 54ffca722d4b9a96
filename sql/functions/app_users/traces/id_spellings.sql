-- Returns the bytes that spell ids in a JSON body.
--
-- The spellings: plain, with slashes escaped, with every character escaped that is not ASCII, and
-- both. JSON allows more, but encoders do not write them.
-- Pure: reads only its argument.

create function api.id_spellings(app_user_ids text[]) returns bytea[]
language plpgsql immutable
as $$
begin
    return array(
        select distinct convert_to(spelled.text, 'UTF8')
          from unnest(app_user_ids) as named (id)
         cross join lateral (
               select trim(both '"' from to_json(named.id)::text) as written) as plain
         cross join lateral (
               values (plain.written), (replace(plain.written, '/', '\/')),
                      (api.ascii_json(plain.written)),
                      (replace(api.ascii_json(plain.written), '/', '\/'))) as spelled (text));
end
$$;
