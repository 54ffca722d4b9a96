-- Returns everything that is stored about an app user, as an export for them.
--
-- Called with a support key or more.
-- Rows of other app users are left out unless they name this one. `records` has the rows by kind,
-- newest first, at most 1,000 of a kind.
-- Raises: app_user_not_found 404.

create function api.export_app_user(app_user_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _id constant text := export_app_user.app_user_id;
    _as_of constant timestamptz := coalesce(export_app_user.as_of, now());
    _ids constant text[] := api.ids_of_app_user(_id);
    _maximum constant integer := 1000; -- Of a kind.
    _app_user constant json := (
        select found.answer from api.get_app_user(_id, _as_of) as found);
begin
    if _app_user is null then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'No app user has this id.';
    end if;
    return query
    select _as_of,
           json_build_object(
               'app_user', _app_user,
               'entitlements', (
                   select found.answer from api.get_entitlements(_id, 'production', _as_of)
                       as found),
               'household', (
                   select found.answer from api.get_app_user_household(_id, _as_of) as found),
               'limits', shown.limits,
               'credits', shown.credits,
               'records', coalesce(
                   (select json_object_agg(kind.name, kind.records)
                      from (select record.name,
                                   json_agg(record.content order by record.position) as records
                              from (select stored.name, stored.content,
                                           row_number() over (
                                               partition by stored.name
                                               order by stored.moment desc) as position
                                      from api.stored_records(_ids, _maximum) as stored)
                                   as record
                             where record.position <= _maximum
                             group by record.name) as kind),
                   '{}'))
      from api.shown_by_wings(_id, 'production', _as_of) as shown;
end
$$;
