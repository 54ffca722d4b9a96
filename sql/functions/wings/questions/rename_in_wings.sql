-- Replaces ids by names in the tables of wings, where no foreign key does.
--
-- The question that rename_traces asks: the change log, and the actors of grants.
-- Idempotent: a replaced id is not found again.
-- Locks: the rows of the wings.

create function api.rename_in_wings(ids text[], names text[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _actors constant text[] := array(select 'app_user:' || id from unnest(ids) as id);
    _spelled constant text[] := array(select 'app_user:' || name from unnest(names) as name);
begin
    update entitlements.pending_changes pending
       set app_user_id = names[array_position(ids, pending.app_user_id)]
     where pending.tenant_id = _tenant_id and pending.app_user_id = any (ids);
    update entitlements.change_entries entry
       set app_user_id = names[array_position(ids, entry.app_user_id)]
     where entry.tenant_id = _tenant_id and entry.app_user_id = any (ids);
    update entitlements.grants granted
       set actor = coalesce(
               (names || _spelled)[array_position(ids || _actors, granted.actor)], granted.actor),
           revoked_by = coalesce(
               (names || _spelled)[array_position(ids || _actors, granted.revoked_by)],
               granted.revoked_by)
     where granted.tenant_id = _tenant_id and granted.app_user_id = any (ids)
       and array[granted.actor, granted.revoked_by] && (ids || _actors);
end
$$;
