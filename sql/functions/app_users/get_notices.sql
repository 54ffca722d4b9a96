-- Returns what an app should show an app user, most urgent first, without what they dismissed.
--
-- Called with any key of the tenant, or with an end user's token. An unknown app user has none.
-- Locks: none.

create function api.get_notices(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_notices.as_of, now());
    _ids constant text[] := api.ids_of_app_user(get_notices.app_user_id);
begin
    return query
    select _as_of,
           json_build_object('notices', coalesce(
               json_agg(
                   json_build_object(
                       'notice_id', told.notice_id, 'kind', told.kind,
                       'severity', told.severity, 'since', api.rfc3339(told.since),
                       'until', api.rfc3339(told.until), 'data', told.data)
                   order by array_position(array['critical', 'warning', 'info'], told.severity),
                            told.since desc nulls last, told.notice_id),
               '[]'::json))
      from api.notices(get_notices.app_user_id, get_notices.environment, _as_of) as told
     where not exists (
           select from entitlements.dismissed_notices dismissed
            where dismissed.tenant_id = entitlements.current_tenant_id()
              and dismissed.app_user_id = any (_ids)
              and dismissed.notice_id = told.notice_id);
end
$$;
