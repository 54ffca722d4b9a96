-- Returns the bucket of a purchase: the first digit of its id.

create function api.bucket_of(purchase_id uuid) returns integer
language sql immutable
return get_byte(uuid_send(purchase_id), 0) >> 4;
