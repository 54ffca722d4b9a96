-- Returns an entry of the change log as JSON.
--
-- Inlined (plans: rule 6). Pure: reads only its argument.

create function api.change_json(entry entitlements.change_entries) returns json
language sql stable
return json_build_object(
    'number', entry.number, 'kind', entry.kind, 'app_user_id', entry.app_user_id,
    'environment', entry.environment, 'before', entry.before, 'after', entry.after,
    'cause', json_build_object('kind', entry.cause, 'id', entry.cause_id),
    'happened_at', api.rfc3339(entry.happened_at),
    'recorded_at', api.rfc3339(entry.recorded_at));
