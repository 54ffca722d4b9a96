-- Returns the contract's reason why an ended purchase gives no access.
--
-- Pure: reads only its arguments.

create function api.ended_reason(status_after_end text, end_reason text) returns text
language sql stable
return case when status_after_end in ('refunded', 'paused') then status_after_end
            else coalesce(end_reason, 'unknown') end;
