-- Returns a row as known, with a sentence.
--
-- Pure: reads only its arguments.

create function api.known_row(told entitlements.import_row, detail text)
returns entitlements.import_row
language plpgsql immutable security invoker
set search_path = ''
as $$
begin
    told.outcome := 'known';
    told.detail := known_row.detail;
    return told;
end
$$;
