-- Returns the given ids and every id that links connect with them, directly or indirectly.

create function api.linked_app_user_ids(app_user_ids text[]) returns text[]
language plpgsql stable
as $$
declare
    _ids text[] := linked_app_user_ids.app_user_ids;
    _reached text[];
begin
    loop
        _reached := array(
            select unnest(_ids)
             union
            select unnest(array[link.one, link.other]) from api.links_of(_ids) as link);
        exit when _ids @> _reached;
        _ids := _reached;
    end loop;
    return _ids;
end
$$;
