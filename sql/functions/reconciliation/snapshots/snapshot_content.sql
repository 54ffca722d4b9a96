-- Returns a digest of a snapshot without its time, under the tenant's rules.
--
-- A repeated snapshot has the same digest. The rules belong to it because they decide what is
-- taken.
-- Pure: reads nothing but its arguments.

create function api.snapshot_content(snapshot jsonb, rules text) returns bytea
language sql stable
return sha256(convert_to(
    concat_ws(e'\n', rules, (snapshot - 'read_at')::text), 'UTF8'));
