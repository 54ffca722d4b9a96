-- Returns an entry of the audit as the contract shows it, with the merge that it made or undid.
--
-- An entry and its merge have the same moment and ids.

create function api.audit_json(entry entitlements.audit_entries) returns json
language sql stable
return json_build_object(
    'audit_id', entry.audit_id, 'recorded_at', api.rfc3339(entry.recorded_at),
    'action', entry.action, 'actor', entry.actor,
    'actor_name', api.key_name(entry.actor), 'reason', entry.reason,
    'app_user_ids', entry.app_user_ids,
    'merge_id', case when entry.action in ('merge', 'claim', 'undo') then (
        select merged.merge_id
          from (select one.* from entitlements.merges one
                 where one.tenant_id = entitlements.current_tenant_id()
                   and one.app_user_id = any (entry.app_user_ids)
                offset 0) as merged
         where entry.recorded_at in (merged.merged_at, merged.undone_at)
           and merged.anonymous_app_user_id = any (entry.app_user_ids)
         order by merged.merge_id
         limit 1) end,
    'before', entry.before, 'after', entry.after);
