-- Returns a page of the audit, newest first, for one id or for the whole tenant.
--
-- Called with a support key or more. `before_recorded_at` and `before_audit_id` are the last row
-- of the previous page, null for the first page.
-- Null: app_user_id, before_recorded_at, before_audit_id.

create function api.list_audit_entries(
    app_user_id text, page_limit integer, before_recorded_at timestamptz, before_audit_id uuid)
returns table (recorded_at timestamptz, audit_id uuid, answer json)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if list_audit_entries.app_user_id is null then
        return query
        select entry.recorded_at, entry.audit_id, api.audit_json(entry)
          from entitlements.audit_entries entry
         where entry.tenant_id = _tenant_id
           and (list_audit_entries.before_recorded_at is null
                or (entry.recorded_at, entry.audit_id)
                   < (list_audit_entries.before_recorded_at, list_audit_entries.before_audit_id))
         order by entry.recorded_at desc, entry.audit_id desc
         limit list_audit_entries.page_limit;
    else
        return query
        select page.recorded_at, page.audit_id, api.audit_json(entry)
          from (select named.recorded_at, named.audit_id
                  from entitlements.audited_app_users named
                 where named.tenant_id = _tenant_id
                   and named.app_user_id = list_audit_entries.app_user_id
                   and (list_audit_entries.before_recorded_at is null
                        or (named.recorded_at, named.audit_id)
                           < (list_audit_entries.before_recorded_at,
                              list_audit_entries.before_audit_id))
                 order by named.recorded_at desc, named.audit_id desc
                 limit list_audit_entries.page_limit) as page
         cross join lateral (
               select one.* from entitlements.audit_entries one
                where one.tenant_id = _tenant_id and one.audit_id = page.audit_id
               offset 0) as found
         cross join lateral (select row(found.*)::entitlements.audit_entries) as whole (entry)
         order by page.recorded_at desc, page.audit_id desc;
    end if;
end
$$;
