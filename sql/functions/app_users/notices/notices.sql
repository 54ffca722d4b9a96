-- Returns what an app should show an app user at a moment, dismissed or not.
--
-- The id follows from the kind and the facts: the same notice has the same id after a repeated
-- event, a merge or a restart, and for each id of the app user.
-- Locks: none.

create function api.notices(app_user_id text, environment text, as_of timestamptz)
returns table (
    notice_id text, kind text, severity text, since timestamptz, until timestamptz, data jsonb)
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = notices.app_user_id);
begin
    return query
    select left(encode(sha256(convert_to(told.kind || ' ' || told.key, 'UTF8')), 'hex'), 32),
           told.kind, told.severity, told.since, told.until, told.data
      from (select * from api.purchase_notices(
                       _app_user_uuid, notices.environment, notices.as_of)
             union all
            select * from api.expiring_notices(
                       _app_user_uuid, notices.environment, notices.as_of)
             union all
            select * from api.household_notices(_app_user_uuid, notices.as_of)
             union all
            select * from api.paid_twice_notices(
                       _app_user_uuid, notices.environment, notices.as_of)
             union all
            select * from api.limit_notices(
                       notices.app_user_id, notices.environment, notices.as_of)) as told
     where _app_user_uuid is not null;
end
$$;
