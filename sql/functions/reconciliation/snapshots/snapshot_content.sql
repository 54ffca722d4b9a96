-- A digest of everything that a snapshot says but its time, as the tenant takes it: the next one
-- mostly has the same.
--
-- internal: called by snapshot_rows.
-- What a tenant takes from a snapshot depends on its rules, which are therefore part of it.
-- Pure: reads nothing but its arguments.

create function api.snapshot_content(snapshot jsonb, rules text) returns bytea
language sql stable security invoker
return sha256(convert_to(
    concat_ws(e'\n', rules, (snapshot - 'read_at')::text), 'UTF8'));
