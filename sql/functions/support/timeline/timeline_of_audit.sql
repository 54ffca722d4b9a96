-- Returns the newest acts of a timeline, from the audit: their action is their kind.
--
-- A transfer is shown as an event.

create function api.timeline_of_audit(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 50
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select entry.action, named.recorded_at, named.place, named.app_user_id,
           json_build_object(
               'audit_id', entry.audit_id, 'actor', entry.actor,
               'actor_name', api.key_name(entry.actor), 'reason', entry.reason,
               'app_user_ids', entry.app_user_ids, 'before', entry.before, 'after', entry.after)
      from (select one.audit_id, one.recorded_at, 'audit ' || one.audit_id as place,
                   min(one.app_user_id) as app_user_id
              from unnest(asked.app_user_ids) as own (id)
             cross join lateral (
                   select named.* from entitlements.audited_app_users named
                    where named.tenant_id = _tenant_id and named.app_user_id = own.id
                   offset 0) as one
             group by one.audit_id, one.recorded_at) as named
     cross join lateral (
           select one.* from entitlements.audit_entries one
            where one.tenant_id = _tenant_id and one.audit_id = named.audit_id
           offset 0) as entry
     where api.is_earlier(named.recorded_at, named.place, asked)
       and entry.action <> 'transfer'
       and coalesce(entry.action = asked.with_kind, true)
     order by named.recorded_at desc, named.place collate "C" desc
     limit asked.maximum;
end
$$;
