-- Lets pass whoever has proved that an anonymous id is theirs to take to an account.
--
-- internal: called by identify_app_user and claim_orphan. Knowing an id is never a proof.
-- `vouched` and `operator` say that the tenant's server or an operator asked; an `anonymous_token`
-- was verified by the caller and names the id. A wrong secret and one that is dead, expired, spent,
-- another id's or another tenant's are one and the same.
-- A ticket is spent by being accepted.
-- Locks: the ticket.
-- Raises: proof_required 403, proof_invalid 403.

create function api.accept_proof(
    anonymous_app_user_id text, app_user_id text, proof text, digest bytea, as_of timestamptz)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _is_accepted boolean := accept_proof.proof in ('vouched', 'operator', 'anonymous_token');
begin
    if accept_proof.proof is null then
        raise sqlstate 'PT403' using message = 'proof_required',
            detail = 'Knowing an anonymous id does not prove that it is yours.';
    elsif accept_proof.proof = 'device_secret' then
        _is_accepted := exists (
            select from entitlements.device_secrets secret
             where secret.tenant_id = _tenant_id and secret.digest = accept_proof.digest
               and secret.app_user_id = accept_proof.anonymous_app_user_id
               and secret.revoked_at is null);
    elsif accept_proof.proof = 'merge_ticket' then
        update entitlements.merge_tickets ticket
           set closed_at = accept_proof.as_of
         where ticket.tenant_id = _tenant_id and ticket.digest = accept_proof.digest
           and ticket.anonymous_app_user_id = accept_proof.anonymous_app_user_id
           and ticket.app_user_id = accept_proof.app_user_id
           and ticket.closed_at is null and ticket.expires_at > accept_proof.as_of;
        _is_accepted := found;
    end if;
    if not _is_accepted then
        raise sqlstate 'PT403' using message = 'proof_invalid',
            detail = 'The proof is wrong, or has been used.';
    end if;
end
$$;
