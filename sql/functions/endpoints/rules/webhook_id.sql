-- Returns the id of the message that delivers a change to an endpoint.
--
-- It is the same for all attempts and replays. Pure: reads only its arguments.

create function api.webhook_id(endpoint_id uuid, number bigint) returns text
language sql immutable
return 'msg_' || replace(endpoint_id::text, '-', '') || '_' || number;
