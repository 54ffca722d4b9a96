-- Whether an event, or an entry of a snapshot, is to be applied: it was understood, and it is not
-- one of the sandbox that the tenant asked to ignore.
--
-- internal: called by taken_webhook_events, snapshot_evidence and ignored_running_products.
-- The standard's body binds its names now and is inlined by the planner.
-- Pure: reads nothing but its arguments.

create function api.is_accepted(facts jsonb, sandbox_policy text) returns boolean
language sql stable security invoker
return facts is not null
    and (facts ->> 'environment' is distinct from 'sandbox' or sandbox_policy = 'accept');
