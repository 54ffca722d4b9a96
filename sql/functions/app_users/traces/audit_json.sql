-- Returns an entry of the audit as the contract shows it.
--
-- Pure: reads only its argument.

create function api.audit_json(entry entitlements.audit_entries) returns json
language sql stable
return json_build_object(
    'audit_id', entry.audit_id, 'recorded_at', api.rfc3339(entry.recorded_at),
    'action', entry.action, 'actor', entry.actor, 'reason', entry.reason,
    'app_user_ids', entry.app_user_ids, 'before', entry.before, 'after', entry.after);
