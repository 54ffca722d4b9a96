-- Returns the entries of a list, with the subject under its name.

create function api.figure_list_json(list text, subject_name text, entries json) returns json
language sql stable
return coalesce((
    select json_agg(json_build_object(
               'day', entry ->> 'day', subject_name, entry ->> 'subject',
               'number', (entry ->> 'number')::bigint)
               order by entry ->> 'day', entry ->> 'subject')
      from json_array_elements(entries) as entry
     where entry ->> 'list' = figure_list_json.list), '[]');
