-- Why fields of an event that decide nothing were left out; null where all could be read.
--
-- internal: called by receive_webhook_events and finish_webhook_events.
-- The standard's body binds its names now and is inlined by the planner.
-- Pure: reads nothing but its arguments.

create function api.unread_fields(facts jsonb) returns text[]
language sql immutable security invoker
return case when facts ? 'unread'
            then array(select jsonb_array_elements_text(facts -> 'unread')) end;
