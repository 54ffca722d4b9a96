-- A document in which every string that is one of the ids is replaced by its name.
--
-- internal: called by rename_traces.
-- Pure: reads nothing but its arguments.

create function api.renamed_json(document jsonb, ids text[], names text[]) returns jsonb
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    _text text := document::text;
begin
    -- Within a document a string is spelled in one way, and a quote in it never like one around it.
    for _position in 1 .. cardinality(ids) loop
        _text := replace(
            _text, to_jsonb(ids[_position])::text, to_jsonb(names[_position])::text);
    end loop;
    return _text::jsonb;
end
$$;
