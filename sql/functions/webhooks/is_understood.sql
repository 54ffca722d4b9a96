-- Whether an event can be applied: its type is known, and what decides could be read.
--
-- internal: called by receive_webhook_events, taken_webhook_events and finish_webhook_events.
-- The standard's body binds its names now and is inlined by the planner.
-- Pure: reads nothing but its arguments.

create function api.is_understood(facts jsonb) returns boolean
language sql immutable security invoker
return coalesce(facts ->> 'kind' <> 'unknown', false);
