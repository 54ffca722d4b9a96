-- Returns how long to wait after the first reading of an app user that failed for a reason.
--
-- While RevenueCat is busy with the app user, another reading of theirs is under way: it ends soon.

create function api.first_pause(reason text) returns interval
language sql immutable
return case first_pause.reason when 'busy' then interval '2 seconds'
            else interval '15 seconds' end;
