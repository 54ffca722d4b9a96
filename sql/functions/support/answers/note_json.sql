-- Returns a note of an operator as the contract shows it.

create function api.note_json(stored entitlements.operator_notes) returns json
language sql stable
return json_build_object(
    'note_id', stored.note_id, 'app_user_id', stored.app_user_id, 'note', stored.note,
    'author', stored.author, 'author_name', api.key_name(stored.author),
    'written_at', api.rfc3339(stored.written_at));
