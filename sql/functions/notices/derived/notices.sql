-- Returns what an app should show an app user at a moment, dismissed or not.

create function api.notices(app_user_id text, environment text, as_of timestamptz)
returns setof entitlements.notice
language plpgsql stable rows 4
as $$
declare
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = notices.app_user_id);
begin
    return query
    select notice.*
      from (select * from api.derived_notices(
                       array[_app_user_uuid], notices.environment, notices.as_of)
             union all
            select * from api.limit_notices(
                       notices.app_user_id, notices.environment, notices.as_of)) as notice
     where _app_user_uuid is not null
       and (notice.since is null or notice.since <= notices.as_of)
       and (notice.until is null or notices.as_of < notice.until);
end
$$;
