-- The id of what a snapshot says of one purchase: the same for the same reading.
--
-- internal: called by whatever makes evidence of snapshots. `entry` tells its purchases apart.
-- Locks: none.

create function api.snapshot_evidence_id(app_user_id text, read_at timestamptz, entry text)
returns text
language sql stable security invoker
return 'snapshot:' || encode(sha256(convert_to(
    concat_ws(e'\n', app_user_id, extract(epoch from read_at), entry), 'UTF8')), 'hex');
