-- Returns the id of a snapshot's evidence for one entry: the same each time.
--
-- `entry` tells the purchases of a snapshot apart.

create function api.snapshot_evidence_id(app_user_id text, read_at timestamptz, entry text)
returns text
language sql stable
return 'snapshot:' || encode(sha256(convert_to(
    concat_ws(e'\n', app_user_id, extract(epoch from read_at), entry), 'UTF8')), 'hex');
