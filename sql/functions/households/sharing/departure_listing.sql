-- Returns how long an answer still lists what a household gave, after one of the two left.
--
-- "The two" are the app user and the member who paid. The limit keeps the cost of a change from
-- growing with all the former members of a household.

create function api.departure_listing() returns interval
language sql immutable parallel safe
return interval '90 days';
