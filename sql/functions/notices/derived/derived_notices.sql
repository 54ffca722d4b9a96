-- Returns the notices of app users at a moment, and those that only the clock brings later.
--
-- Without those about limits, which follow from uses.

create function api.derived_notices(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns setof entitlements.notice
language sql stable rows 4
begin atomic
    select notice.* from api.purchase_notices(
               derived_notices.app_user_uuids, derived_notices.environment,
               derived_notices.as_of) as notice
     union all
    select notice.* from api.expiring_notices(
               derived_notices.app_user_uuids, derived_notices.environment,
               derived_notices.as_of) as notice
     union all
    select notice.* from api.ended_notices(
               derived_notices.app_user_uuids, derived_notices.environment,
               derived_notices.as_of) as notice
     union all
    select notice.* from api.household_notices(
               derived_notices.app_user_uuids, derived_notices.as_of) as notice
     union all
    select notice.* from api.paid_twice_notices(
               derived_notices.app_user_uuids, derived_notices.environment,
               derived_notices.as_of) as notice;
end;
