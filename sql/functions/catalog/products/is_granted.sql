-- Returns whether purchases of a store are grants: of the tenant, or of RevenueCat's dashboard.
--
-- Pure: reads only its arguments.

create function api.is_granted(store text) returns boolean
language sql immutable
return store in ('promotional', 'hearth');
