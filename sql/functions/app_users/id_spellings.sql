-- Ids as the bytes of a JSON body may spell them: as they are, with slashes escaped, and with
-- everything escaped that is not ASCII.
--
-- internal: called by erase_app_user.
-- A string may be spelled in more ways; nobody who writes JSON does.
-- Pure: reads nothing but its argument.

create function api.id_spellings(app_user_ids text[]) returns bytea[]
language plpgsql immutable security invoker
set search_path = ''
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
