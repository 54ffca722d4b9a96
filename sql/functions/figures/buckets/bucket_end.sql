-- Returns the last purchase id of a bucket.

create function api.bucket_end(bucket integer) returns uuid
language sql immutable
return (to_hex(bucket) || 'fffffff-ffff-ffff-ffff-ffffffffffff')::uuid;
