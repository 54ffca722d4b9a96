-- Returns until when ends count as known at a moment: a past moment itself, else infinity.

create function api.known_until(as_of timestamptz, is_past boolean) returns timestamptz
language sql stable
return case when is_past then as_of else 'infinity' end;
