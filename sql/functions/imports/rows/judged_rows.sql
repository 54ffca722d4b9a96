-- Returns all rows, some of them with the outcome that a judging function found.

create function api.judged_rows(
    rows entitlements.import_row[], judged entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql immutable
as $$
begin
    return array(
        select distinct on (found.number) found.one
          from (select one.number, 1 as place, one from unnest(judged_rows.judged) as one
                 union all
                select one.number, 2, one from unnest(judged_rows.rows) as one)
               as found (number, place, one)
         order by found.number, found.place);
end
$$;
