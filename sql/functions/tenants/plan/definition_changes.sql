-- Returns the differences of two definitions as a JSON array, by section and id.

create function api.definition_changes(former jsonb, definition jsonb) returns jsonb
language plpgsql immutable
as $$
begin
    return coalesce((
        select jsonb_agg(
                   jsonb_build_object(
                       'section', coalesce(past.section, present.section),
                       'id', coalesce(past.id, present.id),
                       'change', case when past.id is null then 'added'
                                      when present.id is null then 'removed'
                                      else 'changed' end,
                       'before', past.value, 'after', present.value)
                   order by coalesce(past.section, present.section),
                            coalesce(past.id, present.id))
          from api.definition_entries(definition_changes.former) as past
          full join api.definition_entries(definition_changes.definition) as present
            on present.section = past.section and present.id = past.id
         where past.value is distinct from present.value), '[]');
end
$$;
