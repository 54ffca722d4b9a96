-- Returns the newest entries of a timeline that wings store.
--
-- The question that list_timeline asks every wing. Each answers at most `maximum` entries.

create function api.timeline_of_wings(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language sql stable rows 100
begin atomic
    select entry.* from api.timeline_of_uses(asked) as entry
     union all
    select entry.* from api.timeline_of_credits(asked) as entry
     union all
    select entry.* from api.timeline_of_referrals(asked) as entry
     union all
    select entry.* from api.timeline_of_notices(asked) as entry
     union all
    select entry.* from api.timeline_of_changes(asked) as entry
     union all
    select entry.* from api.timeline_of_deliveries(asked) as entry;
end;
