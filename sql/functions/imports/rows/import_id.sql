-- Returns the id of a record that the app named by a key of its own.
--
-- The same key gives the same id, so a repeated import finds the record.
-- Pure: reads only its arguments.

create function api.import_id(record text, key text) returns uuid
language sql immutable
return md5('import ' || record || ' ' || key)::uuid;
