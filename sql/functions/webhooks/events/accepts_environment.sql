-- Returns whether the tenant's sandbox policy lets an event or a snapshot entry be applied.
--
-- False if `facts` is null.
-- Pure: reads only its arguments.

create function api.accepts_environment(facts jsonb, sandbox_policy text) returns boolean
language sql stable
return facts is not null
    and (facts ->> 'environment' is distinct from 'sandbox' or sandbox_policy = 'accept');
