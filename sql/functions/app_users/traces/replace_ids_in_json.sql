-- Returns a JSON document with every string that is a given id replaced by its name.
--
-- Pure: reads only its arguments.

create function api.replace_ids_in_json(document jsonb, ids text[], names text[]) returns jsonb
language plpgsql immutable
as $$
declare
    _text text := document::text;
begin
    -- jsonb spells a string in one way and escapes quotes inside it, so replacing text is safe.
    for _position in 1 .. cardinality(ids) loop
        _text := replace(
            _text, to_jsonb(ids[_position])::text, to_jsonb(names[_position])::text);
    end loop;
    return _text::jsonb;
end
$$;
