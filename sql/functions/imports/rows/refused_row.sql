-- Returns a row as refused, with the code and a sentence.

create function api.refused_row(line entitlements.import_row, code text, detail text)
returns entitlements.import_row
language plpgsql immutable
as $$
begin
    line.outcome := 'refused';
    line.code := refused_row.code;
    line.detail := refused_row.detail;
    return line;
end
$$;
