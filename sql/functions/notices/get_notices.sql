-- Returns what an app should show an app user, most urgent first, without what they dismissed.
--
-- Called with any key of the tenant, or with an end user's token. An unknown app user has none.

create function api.get_notices(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
declare
    _as_of constant timestamptz := coalesce(get_notices.as_of, now());
    _ids constant text[] := api.ids_of_app_user(get_notices.app_user_id);
begin
    return query
    select _as_of,
           json_build_object('notices', coalesce(
               json_agg(
                   json_build_object(
                       'notice_id', notice.notice_id, 'kind', notice.kind,
                       'severity', notice.severity, 'since', api.rfc3339(notice.since),
                       'until', api.rfc3339(notice.until), 'data', notice.data)
                   order by array_position(array['critical', 'warning', 'info'], notice.severity),
                            notice.since desc nulls last, notice.notice_id),
               '[]'::json))
      from api.notices(get_notices.app_user_id, get_notices.environment, _as_of) as notice
     where not exists (
           select from entitlements.dismissed_notices dismissed
            where dismissed.tenant_id = entitlements.current_tenant_id()
              and dismissed.app_user_id = any (_ids)
              and dismissed.notice_id = notice.notice_id);
end
$$;
