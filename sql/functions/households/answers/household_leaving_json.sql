-- Returns which members will have to leave a household with too few seats, and when.
--
-- The app shows it to them as a notice. Null if no member has to leave.

create function api.household_leaving_json(
    household entitlements.households, seats integer, as_of timestamptz)
returns json
language plpgsql stable
as $$
declare
    _rules constant entitlements.household_rules := api.household_rules();
begin
    if household.seats_exceeded_at is null or household.seats_exceeded_at > as_of
       or _rules.downgrade <> 'newest_out' then
        return null;
    end if;
    return (
        select json_build_object(
                   'at', api.rfc3339(household.seats_exceeded_at
                       + make_interval(days => _rules.downgrade_notice_days)),
                   'app_user_ids', json_agg(api.shown_app_user_id(newest.app_user_uuid)))
          from api.newest_members(household.household_id, household_leaving_json.seats) as newest
        having count(*) > 0);
end
$$;
