-- Writes an audit entry with an endpoint before and after a change; null if there is none.
--
-- The caller makes the change itself in the same transaction.

create function api.add_endpoint_entry(
    action text, actor text, before entitlements.endpoints, after entitlements.endpoints,
    as_of timestamptz)
returns void
language plpgsql volatile
as $$
begin
    perform api.add_audit_entry(
        add_endpoint_entry.action, add_endpoint_entry.actor, 'requested', '{}',
        case when (before).endpoint_id is null then '[]'
             else jsonb_build_array(api.endpoint_json(before)) end,
        case when (after).endpoint_id is null then '[]'
             else jsonb_build_array(api.endpoint_json(after)) end,
        add_endpoint_entry.as_of);
end
$$;
