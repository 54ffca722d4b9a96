-- Returns a row as refused, with the code and a sentence.
--
-- Pure: reads only its arguments.

create function api.refused_row(told entitlements.import_row, code text, detail text)
returns entitlements.import_row
language plpgsql immutable security invoker
set search_path = ''
as $$
begin
    told.outcome := 'refused';
    told.code := refused_row.code;
    told.detail := refused_row.detail;
    return told;
end
$$;
