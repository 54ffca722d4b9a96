-- Returns a list with the given ids replaced by names.
--
-- Pure: reads only its arguments.

create function api.replace_ids(texts text[], ids text[], names text[]) returns text[]
language plpgsql immutable
as $$
begin
    return array(
        select coalesce(names[array_position(ids, listed.id)], listed.id)
          from unnest(texts) with ordinality as listed (id, position)
         order by listed.position);
end
$$;
