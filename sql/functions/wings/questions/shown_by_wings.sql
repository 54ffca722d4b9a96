-- Returns what wings show an app user, a column for each.
--
-- The question that get_me and the export ask every wing. A column that the caller does not select
-- costs nothing (plans: rule 6).

create function api.shown_by_wings(app_user_id text, environment text, as_of timestamptz)
returns table (limits json, credits json, notices json)
language sql stable rows 1
begin atomic
    select (select limited.answer -> 'limits'
              from api.get_limits(
                       shown_by_wings.app_user_id, 1, shown_by_wings.environment,
                       shown_by_wings.as_of) as limited),
           (select credited.answer -> 'credits'
              from api.get_credits(
                       shown_by_wings.app_user_id, shown_by_wings.environment,
                       shown_by_wings.as_of) as credited),
           (select noticed.answer -> 'notices'
              from api.get_notices(
                       shown_by_wings.app_user_id, shown_by_wings.environment,
                       shown_by_wings.as_of) as noticed);
end;
