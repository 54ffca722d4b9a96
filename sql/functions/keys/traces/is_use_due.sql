-- Whether the use of a key is to be noted: an hour is over since the last one that was.

create function api.is_use_due(last_used_at timestamptz, as_of timestamptz) returns boolean
language sql immutable
return last_used_at is null or last_used_at <= as_of - interval '1 hour';
