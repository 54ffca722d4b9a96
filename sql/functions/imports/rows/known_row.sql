-- Returns a row as known, with a sentence.

create function api.known_row(line entitlements.import_row, detail text)
returns entitlements.import_row
language plpgsql immutable
as $$
begin
    line.outcome := 'known';
    line.detail := known_row.detail;
    return line;
end
$$;
