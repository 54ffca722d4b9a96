-- Returns a sentence about a name that the tenant file lacks, with up to 20 names that it has.
--
-- Pure: reads only its arguments.

create function api.unknown_name(name text, known_names text[]) returns text
language plpgsql immutable security invoker
set search_path = ''
as $$
begin
    return format(
        '“%s” is not in the tenant file; it has: %s.', unknown_name.name,
        case when cardinality(unknown_name.known_names) > 20
             then array_to_string(unknown_name.known_names[1:20], ', ') || ', …'
             else coalesce(nullif(array_to_string(unknown_name.known_names, ', '), ''), 'none')
        end);
end
$$;
