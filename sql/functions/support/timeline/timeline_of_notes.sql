-- Returns the newest notes of operators of a timeline.

create function api.timeline_of_notes(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if coalesce(asked.with_kind <> 'note', false) then
        return;
    end if;
    return query
    select 'note', stored.written_at, named.place, stored.app_user_id,
           json_build_object(
               'note_id', stored.note_id, 'note', stored.note, 'author', stored.author,
               'author_name', api.key_name(stored.author))
      from unnest(asked.app_user_ids) as own (id)
     cross join lateral (
           select one.* from entitlements.operator_notes one
            where one.tenant_id = _tenant_id and one.app_user_id = own.id
           offset 0) as stored
     cross join lateral (select 'note ' || stored.note_id as place) as named
     where api.is_earlier(stored.written_at, named.place, asked)
     order by stored.written_at desc, named.place collate "C" desc
     limit asked.maximum;
end
$$;
