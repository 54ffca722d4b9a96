-- Returns the id of the event that evidence is from.
--
-- An event about several products of an order is a row of evidence for each. The first row has the
-- id of the event, and each other one adds its `order_item`.
-- Pure: reads only its arguments.

create function api.event_of_evidence(evidence_id text, item text) returns text
language sql immutable
return case when right(evidence_id, length(item) + 3) = ' + ' || item
            then left(evidence_id, -(length(item) + 3)) else evidence_id end;
