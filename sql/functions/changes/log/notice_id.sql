-- Returns the id of a notice, which follows from its kind and its facts.
--
-- So the same notice has the same id after a repeated event, a merge or a restart.
-- Pure: reads only its arguments.

create function api.notice_id(kind text, key text) returns text
language sql immutable
return left(encode(sha256(convert_to(kind || ' ' || key, 'UTF8')), 'hex'), 32);
