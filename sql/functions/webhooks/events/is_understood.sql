-- Returns whether an event's type is known and its deciding fields are valid.

create function api.is_understood(facts jsonb) returns boolean
language sql immutable
return coalesce(facts ->> 'kind' <> 'unknown', false);
