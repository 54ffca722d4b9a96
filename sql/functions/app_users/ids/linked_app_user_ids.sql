-- Returns the given ids and every id that links connect with them, directly or indirectly.
--
-- The links of each id are looked up once.

create function api.linked_app_user_ids(app_user_ids text[]) returns text[]
language plpgsql stable
as $$
begin
    return array(
        with recursive reached (id) as (
            select unnest(linked_app_user_ids.app_user_ids) collate "C"
             union
            select next.id
              from reached
             cross join lateral api.links_of(array[reached.id]) as link
             cross join lateral (values (link.one), (link.other)) as next (id)
        )
        select reached.id from reached);
end
$$;
