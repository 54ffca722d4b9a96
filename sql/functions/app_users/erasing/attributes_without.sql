-- Returns the attributes of an event with every value that is one of some ids replaced by its name.
--
-- Pure: reads only its arguments.

create function api.attributes_without(attributes jsonb, ids text[], names text[])
returns jsonb
language sql immutable
return (
    select coalesce(jsonb_object_agg(attribute.name, case
               when jsonb_typeof(attribute.content) = 'object'
                    and attribute.content ->> 'value' = any (ids)
               then jsonb_set(attribute.content, '{value}', to_jsonb(
                        names[array_position(ids, attribute.content ->> 'value')]))
               else attribute.content end), '{}')
      from jsonb_each(attributes_without.attributes) as attribute (name, content));
