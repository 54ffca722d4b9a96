-- Why a purchase that is over gives nothing any more, in the words of the contract.
--
-- internal: called by answered_entitlements and purchase_json.
-- Pure: reads nothing but its arguments.

create function api.ended_reason(status_after_end text, end_reason text) returns text
language sql stable security invoker
return case when status_after_end in ('refunded', 'paused') then status_after_end
            else coalesce(end_reason, 'unknown') end;
