-- Returns a moment in the form of the contract: RFC 3339, UTC, milliseconds.

create function api.rfc3339(moment timestamptz) returns text
language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
