-- Returns what an audit entry says of a key.

create function api.audited_key(key entitlements.api_keys) returns jsonb
language sql stable
return jsonb_build_object('key_id', key.key_id, 'kind', key.kind, 'name', key.name);
