-- Undoes a merge: its ids and purchases go back to the anonymous app user.
--
-- Called with a secret or an admin key.
-- What came under these ids since goes back too, and so do purchases that were renewed under the
-- identified id.
-- The ids stay apart until another merge joins them, even if RevenueCat names them together.
-- Memberships that the merge ended stay ended, and closed proofs stay closed. An id that was merged
-- with itself is anonymous again.
-- Idempotent: a repeated call returns the same answer.
-- Locks: the merge → households by id → app users by uuid → purchases by id.
-- Raises: merge_not_found 404.

create function api.undo_merge(
    merge_id uuid, actor text, reason text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of timestamptz := coalesce(undo_merge.as_of, clock_timestamp());
    _merge entitlements.merges;
    _ids text[];
    _linked text[];
    _before jsonb;
    _changes entitlements.changes;
    _purchase_id uuid;
begin
    select merge.* into _merge from entitlements.merges merge
     where merge.tenant_id = _tenant_id and merge.merge_id = undo_merge.merge_id
       for no key update;
    if not found then
        raise sqlstate 'PT404' using message = 'merge_not_found',
            detail = 'The tenant has no merge with this id.';
    end if;
    _ids := _merge.moved_app_user_ids || _merge.app_user_id;
    if _merge.undone_at is null then
        _linked := api.lock_linked_app_users(_ids);
        _as_of := coalesce(undo_merge.as_of, clock_timestamp());
        _before := api.ownership_json(_ids);
        update entitlements.merges undone
           set undone_at = greatest(_as_of, _merge.merged_at)
         where undone.tenant_id = _tenant_id and undone.merge_id = _merge.merge_id;
        update entitlements.merge_links link
           set is_severed = true
         where link.tenant_id = _tenant_id and link.merge_id = _merge.merge_id;
        update entitlements.app_user_ids own
           set identified_at = null
         where own.tenant_id = _tenant_id and own.app_user_id = _merge.app_user_id
           and own.app_user_id = _merge.anonymous_app_user_id;
        _changes := api.rejoin_app_user_ids(_linked);
        -- Purchases that moved with the merge and were renewed under the identified id since go
        -- back. One that a transfer moved since stays.
        for _purchase_id in
            select purchase.purchase_id
              from entitlements.purchases purchase
             where purchase.tenant_id = _tenant_id
               and purchase.purchase_id = any (_merge.moved_purchase_ids)
               and purchase.owner_app_user_id = _merge.app_user_id
               and _merge.app_user_id <> _merge.anonymous_app_user_id
             order by purchase.purchase_id
        loop
            _changes := api.all_changes(_changes, api.settle_owner(
                _purchase_id, _merge.anonymous_app_user_id, _merge.merge_id, _as_of));
        end loop;
        perform api.derive(_changes, 'undo', array[_merge.merge_id::text]);
        perform api.add_audit_entry(
            'undo', undo_merge.actor, undo_merge.reason, _ids, _before, api.ownership_json(_ids),
            _as_of);
        perform api.queue_snapshots(_ids);
    end if;
    return query
    select _as_of,
           json_build_object(
               'merge_id', _merge.merge_id,
               'undone_at', api.rfc3339(merge.undone_at),
               'people', api.ownership_json(_ids))
      from entitlements.merges merge
     where merge.tenant_id = _tenant_id and merge.merge_id = _merge.merge_id;
end
$$;
