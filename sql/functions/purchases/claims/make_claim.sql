-- Makes a claim of a locked orphan, and returns its answer.
--
-- `linked_app_user_ids` is what lock_linked_app_users returned for both app users.
-- The proofs are those of a merge. If the purchase has no owner, there is no device to prove with:
-- only the tenant's server or an operator can claim it. A missing orphan and a wrong proof raise
-- the same error.
-- Locks: the ticket; what belongs to the locked app users and the purchase.
-- Raises: orphan_not_found 404, claim_expired 410, not_identified 409, merge_conflict 409,
-- purchase_moved_too_often 409.

create function api.make_claim(
    orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea,
    actor text, linked_app_user_ids text[], as_of timestamptz)
returns jsonb
language plpgsql volatile
as $$
declare
    _owned constant jsonb := api.identified_answer(holder, make_claim.app_user_id);
    _expiry_days constant integer := (api.people_rules()).claim_expiry_days;
    _is_proved boolean := make_claim.proof in ('vouched', 'operator');
    _before jsonb;
    _audit_id uuid;
begin
    if _owned is not null then
        return _owned || '{"outcome": "already_owned"}';
    end if;
    begin
        perform api.accept_proof(
            holder, make_claim.app_user_id, make_claim.proof, make_claim.proof_digest,
            make_claim.as_of);
        _is_proved := _is_proved or holder is not null;
    exception when sqlstate 'PT403' then
        _is_proved := false;
    end;
    if not coalesce(_is_proved, false) or orphan.orphan_id is null
       or orphan.resolved_at is not null then
        raise sqlstate 'PT404' using message = 'orphan_not_found',
            detail = 'There is no such orphan, or the proof is wrong.';
    end if;
    if _expiry_days > 0 and make_claim.proof <> 'operator'
       and orphan.orphaned_at + make_interval(days => _expiry_days) <= make_claim.as_of then
        raise sqlstate 'PT410' using message = 'claim_expired',
            detail = 'The orphan is too old. Only an operator can claim it.';
    end if;
    if holder is not null then
        return (api.merge_app_user_ids(
            holder, make_claim.app_user_id, make_claim.proof, 'claim', make_claim.actor,
            'orphan ' || orphan.orphan_id, make_claim.linked_app_user_ids,
            make_claim.as_of)).answer
            || '{"outcome": "claimed"}';
    end if;
    -- Cannot change later: the app user is locked.
    if api.identified_app_user_id(make_claim.app_user_id) is null then
        raise sqlstate 'PT409' using message = 'not_identified',
            detail = 'Only an identified app user can claim an orphan.';
    end if;
    perform api.lock_related_app_users(array[make_claim.app_user_id]);
    perform api.require_moves_allowed(
        array[orphan.purchase_id], make_claim.app_user_id, make_claim.proof, make_claim.as_of);
    _before := api.ownership_json(array[make_claim.app_user_id]);
    perform api.derive(
        api.settle_owner(
            orphan.purchase_id, make_claim.app_user_id, orphan.orphan_id, make_claim.as_of),
        'claim', array[orphan.orphan_id::text]);
    _audit_id := api.add_audit_entry(
        'claim', make_claim.actor, 'orphan ' || orphan.orphan_id,
        array[make_claim.app_user_id], _before,
        api.ownership_json(array[make_claim.app_user_id]), make_claim.as_of);
    perform api.add_move_entries(
        _audit_id, array[orphan.purchase_id], make_claim.app_user_id, make_claim.as_of);
    return api.merge_answer(
        null, 'claimed', make_claim.app_user_id, '{}', array[orphan.purchase_id],
        make_claim.as_of);
end
$$;
