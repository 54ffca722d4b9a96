-- Returns the rows stored under ids by kind, newest first, at most 1,000 of a kind.

create function api.records_of(app_user_ids text[]) returns json
language plpgsql stable
as $$
begin
    return coalesce(
        (select json_object_agg(kind.name, kind.records)
           from (select record.name,
                        json_agg(record.content order by record.position) as records
                   from (select stored.name, stored.content,
                                row_number() over (
                                    partition by stored.name order by stored.moment desc)
                                    as position
                           from api.stored_records(records_of.app_user_ids) as stored) as record
                  where record.position <= 1000
                  group by record.name) as kind),
        '{}');
end
$$;
