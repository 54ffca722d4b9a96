-- Marks a merge as undone and keeps its ids apart.
--
-- Idempotent: an undone merge does not change.
-- Locks: none; the caller has locked the app users.

create function api.sever_merge(merge entitlements.merges, as_of timestamptz) returns void
language plpgsql volatile
as $$
begin
    update entitlements.merges undone
       set undone_at = greatest(sever_merge.as_of, merge.merged_at)
     where undone.tenant_id = merge.tenant_id and undone.merge_id = merge.merge_id
       and undone.undone_at is null;
    update entitlements.merge_links link
       set is_severed = true
     where link.tenant_id = merge.tenant_id and link.merge_id = merge.merge_id;
    update entitlements.app_user_ids own
       set identified_at = null
     where own.tenant_id = merge.tenant_id and own.app_user_id = merge.app_user_id
       and own.app_user_id = merge.anonymous_app_user_id;
end
$$;
