-- Returns the first purchase id of a bucket.

create function api.bucket_start(bucket integer) returns uuid
language sql immutable
return (to_hex(bucket) || '0000000-0000-0000-0000-000000000000')::uuid;
