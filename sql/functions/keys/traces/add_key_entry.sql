-- Writes an audit entry about a key that was created or revoked.
--
-- The caller makes the change itself in the same transaction.

create function api.add_key_entry(action text, actor text, key entitlements.api_keys) returns void
language plpgsql volatile
as $$
declare
    _key constant jsonb := jsonb_build_array(
        api.audited_key(add_key_entry.key));
    _is_made constant boolean := add_key_entry.action = 'create_key';
begin
    perform api.add_audit_entry(
        add_key_entry.action, add_key_entry.actor, 'requested', '{}',
        case when _is_made then '[]' else _key end, case when _is_made then _key else '[]' end,
        clock_timestamp());
end
$$;
