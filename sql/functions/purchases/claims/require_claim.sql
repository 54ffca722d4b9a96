-- Refuses a claim without proof, or one that comes too late.
--
-- The proofs are those of a merge. If the purchase has no owner, there is no device to prove with:
-- only the tenant's server or an operator can claim it. A missing orphan and a wrong proof raise
-- the same error.
-- Locks: the ticket.
-- Raises: orphan_not_found 404, claim_expired 410.

create function api.require_claim(
    orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea,
    as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _expiry_days constant integer := (api.people_rules()).claim_expiry_days;
    _is_proved boolean := require_claim.proof in ('vouched', 'operator');
begin
    begin
        perform api.accept_proof(
            require_claim.holder, require_claim.app_user_id, require_claim.proof,
            require_claim.proof_digest, require_claim.as_of);
        _is_proved := _is_proved or require_claim.holder is not null;
    exception when sqlstate 'PT403' then
        _is_proved := false;
    end;
    if not coalesce(_is_proved, false) or orphan.orphan_id is null
       or orphan.resolved_at is not null then
        raise sqlstate 'PT404' using message = 'orphan_not_found',
            detail = 'There is no such orphan, or the proof is wrong.';
    end if;
    if _expiry_days > 0 and require_claim.proof <> 'operator'
       and orphan.orphaned_at + make_interval(days => _expiry_days) <= require_claim.as_of then
        raise sqlstate 'PT410' using message = 'claim_expired',
            detail = 'The orphan is too old to be claimed; an operator decides.';
    end if;
end
$$;
