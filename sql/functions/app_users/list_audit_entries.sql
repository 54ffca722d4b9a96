-- Returns a page of the audit, newest first, for one id or for the whole tenant.
--
-- Called with a secret or an admin key. `before_recorded_at` and `before_audit_id` are the last row
-- of the previous page, null for the first page.
-- Null: app_user_id, before_recorded_at, before_audit_id.

create function api.list_audit_entries(
    app_user_id text, page_limit integer, before_recorded_at timestamptz, before_audit_id uuid)
returns table (recorded_at timestamptz, audit_id uuid, answer json)
language plpgsql stable rows 100
as $$
begin
    return query
    select entry.recorded_at, entry.audit_id,
           json_build_object(
               'audit_id', entry.audit_id, 'recorded_at', api.rfc3339(entry.recorded_at),
               'action', entry.action, 'actor', entry.actor, 'reason', entry.reason,
               'app_user_ids', entry.app_user_ids, 'before', entry.before, 'after', entry.after)
      from entitlements.audit_entries entry
     where entry.tenant_id = entitlements.current_tenant_id()
       and (list_audit_entries.app_user_id is null
            or entry.app_user_ids @> array[list_audit_entries.app_user_id])
       and (list_audit_entries.before_recorded_at is null
            or (entry.recorded_at, entry.audit_id)
               < (list_audit_entries.before_recorded_at, list_audit_entries.before_audit_id))
     order by entry.recorded_at desc, entry.audit_id desc
     limit list_audit_entries.page_limit;
end
$$;
