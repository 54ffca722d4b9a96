-- Returns the id of an imported record, made from the app's own key.
--
-- The same key gives the same id, so a repeated import finds the record.

create function api.import_id(record text, key text) returns uuid
language sql immutable
return md5('import ' || record || ' ' || key)::uuid;
