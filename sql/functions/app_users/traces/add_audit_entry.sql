-- Writes one audit entry.
--
-- The caller makes the change itself in the same transaction.

create function api.add_audit_entry(
    action text, actor text, reason text, app_user_ids text[], before jsonb, after jsonb,
    as_of timestamptz)
returns uuid
language plpgsql volatile
as $$
declare
    _audit_id uuid;
begin
    insert into entitlements.audit_entries
           (tenant_id, recorded_at, action, actor, reason, app_user_ids, before, after)
    values (entitlements.current_tenant_id(), add_audit_entry.as_of, add_audit_entry.action,
            add_audit_entry.actor, add_audit_entry.reason, add_audit_entry.app_user_ids,
            add_audit_entry.before, add_audit_entry.after)
    returning audit_id into strict _audit_id;
    insert into entitlements.audited_app_users (tenant_id, app_user_id, recorded_at, audit_id)
    select distinct entitlements.current_tenant_id(), named.id, add_audit_entry.as_of, _audit_id
      from unnest(add_audit_entry.app_user_ids) as named (id);
    return _audit_id;
end
$$;
