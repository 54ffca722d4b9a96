-- Gives an orphan without an owner to an identified app user, and adds an audit entry.
--
-- The caller has locked the app users and accepted the claim.
-- Locks: app users by uuid → the purchase.
-- Raises: not_identified 409, merge_conflict 409, purchase_moved_too_often 409.

create function api.assign_orphan(
    orphan entitlements.orphans, app_user_id text, proof text, actor text, as_of timestamptz)
returns jsonb
language plpgsql volatile
as $$
declare
    _before jsonb;
    _audit_id uuid;
begin
    -- Cannot change later: the app user is locked.
    if api.identified_app_user_id(assign_orphan.app_user_id) is null then
        raise sqlstate 'PT409' using message = 'not_identified',
            detail = 'Only an identified person claims an orphan.';
    end if;
    perform api.lock_related_app_users(array[assign_orphan.app_user_id]);
    perform api.require_moves_allowed(
        array[orphan.purchase_id], assign_orphan.app_user_id, assign_orphan.proof,
        assign_orphan.as_of);
    _before := api.ownership_json(array[assign_orphan.app_user_id]);
    perform api.derive(
        api.settle_owner(
            orphan.purchase_id, assign_orphan.app_user_id, orphan.orphan_id, assign_orphan.as_of),
        'claim', array[orphan.orphan_id::text]);
    _audit_id := api.add_audit_entry(
        'claim', assign_orphan.actor, 'orphan ' || orphan.orphan_id,
        array[assign_orphan.app_user_id], _before,
        api.ownership_json(array[assign_orphan.app_user_id]), assign_orphan.as_of);
    perform api.add_move_entries(
        _audit_id, array[orphan.purchase_id], assign_orphan.app_user_id, assign_orphan.as_of);
    return api.merge_answer(
        null, 'claimed', assign_orphan.app_user_id, '{}', array[orphan.purchase_id],
        assign_orphan.as_of);
end
$$;
