-- Makes a claim of a locked orphan, and returns its answer.
--
-- Locks: what belongs to the locked app users and the purchase.
-- Raises: orphan_not_found 404, claim_expired 410, not_identified 409, merge_conflict 409,
-- purchase_moved_too_often 409.

create function api.make_claim(
    orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea,
    actor text, as_of timestamptz)
returns jsonb
language plpgsql volatile
as $$
declare
    _owned constant jsonb := api.identified_answer(holder, make_claim.app_user_id);
begin
    if _owned is not null then
        return _owned || '{"outcome": "already_owned"}';
    end if;
    perform api.require_claim(
        orphan, holder, make_claim.app_user_id, make_claim.proof, make_claim.proof_digest,
        make_claim.as_of);
    return case
        when holder is null then api.assign_orphan(
            orphan, make_claim.app_user_id, make_claim.proof, make_claim.actor, make_claim.as_of)
        else (api.merge_app_user_ids(
            holder, make_claim.app_user_id, make_claim.proof, 'claim', make_claim.actor,
            'orphan ' || orphan.orphan_id, make_claim.as_of)).answer
            || '{"outcome": "claimed"}' end;
end
$$;
