-- Merges an anonymous app user into an identified one and records the merge.
--
-- The caller has accepted the proof, and locked the app users: `linked_app_user_ids` is what
-- lock_linked_app_users returned for both ids.
-- If the identified id is unknown, it joins the anonymous app user, whose uuid stays. Otherwise the
-- anonymous ids move to the identified app user. Purchases follow their ids.
-- Also writes an audit entry, and closes the secrets, tickets and invites of the anonymous app
-- user.
-- Locks: households by id → app users by uuid → purchases by id → secrets, tickets and invites.
-- Raises: not_anonymous 409, merge_conflict 409, purchase_moved_too_often 409.

create function api.merge_app_user_ids(
    anonymous_app_user_id text, app_user_id text, proof text, action text, actor text, reason text,
    linked_app_user_ids text[], as_of timestamptz)
returns entitlements.merges
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := array[
        merge_app_user_ids.anonymous_app_user_id,
        api.resolved_alias(merge_app_user_ids.app_user_id)];
    _merge entitlements.merges;
    _before jsonb;
    _owned uuid[];
    _identified record;
    _changes entitlements.changes := api.changes_of();
begin
    if merge_app_user_ids.proof = 'anonymous_token' then
        _changes := api.declare_anonymous(_ids[1], merge_app_user_ids.as_of);
    end if;
    _merge := api.merge_source(_ids[1], _ids[2]);
    _before := api.ownership_json(_ids);
    perform api.require_moves_allowed(
        _merge.moved_purchase_ids, _ids[2], merge_app_user_ids.proof, merge_app_user_ids.as_of);
    _owned := api.owned_households(_merge.moved_app_user_ids);

    select * into strict _identified
      from api.identify_id(
               _ids[2], _ids[1], merge_app_user_ids.linked_app_user_ids, merge_app_user_ids.as_of);
    _merge.outcome := case when _identified.is_new then 'upgraded' else 'merged' end;
    _merge.proof := merge_app_user_ids.proof;
    _merge.merged_at := merge_app_user_ids.as_of;
    _merge.merge_id := gen_random_uuid();
    perform api.derive(
        api.all_changes(_changes, api.apply_merge(_merge, _identified.linked)),
        case merge_app_user_ids.action when 'claim' then 'claim' else 'merge' end,
        array[_merge.merge_id::text]);
    perform api.close_anonymous_ids(
        _merge.moved_app_user_ids, _owned, merge_app_user_ids.as_of);
    perform api.add_move_entries(
        api.add_audit_entry(
            merge_app_user_ids.action, merge_app_user_ids.actor, merge_app_user_ids.reason, _ids,
            _before, api.ownership_json(_ids), merge_app_user_ids.as_of),
        _merge.moved_purchase_ids, _ids[2], merge_app_user_ids.as_of);

    -- RevenueCat may have merged them too, and sends no event when an anonymous customer logs in.
    perform api.queue_snapshots(array[_ids[2]]);
    update entitlements.merges merge
       set answer = api.merge_answer(
               _merge.merge_id, _merge.outcome, _ids[2], _merge.moved_app_user_ids,
               _merge.moved_purchase_ids, merge_app_user_ids.as_of)
     where merge.tenant_id = _tenant_id and merge.merge_id = _merge.merge_id
    returning merge.* into strict _merge;
    return _merge;
end
$$;
