-- Returns what an app should show an app user at a moment, dismissed or not.
--
-- Locks: none.

create function api.notices(app_user_id text, environment text, as_of timestamptz)
returns setof entitlements.notice
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
declare
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = notices.app_user_id);
begin
    return query
    select told.*
      from (select * from api.derived_notices(
                       array[_app_user_uuid], notices.environment, notices.as_of)
             union all
            select * from api.limit_notices(
                       notices.app_user_id, notices.environment, notices.as_of)) as told
     where _app_user_uuid is not null
       and (told.since is null or told.since <= notices.as_of)
       and (told.until is null or notices.as_of < told.until);
end
$$;
