-- Raises unless the caller proved that the anonymous id is theirs.
--
-- Knowing an id is never a proof. `proof` is one of:
-- - `vouched`, `operator`: the tenant's server or an operator asks;
-- - `anonymous_token`: the caller verified the token, which names the id;
-- - `device_secret`, `merge_ticket`: `digest` must match a usable row.
-- Accepting a ticket spends it. Every unusable secret or ticket raises the same error: wrong,
-- expired, spent, another id's or another tenant's.
-- Locks: the ticket.
-- Raises: proof_required 403, proof_invalid 403.

create function api.accept_proof(
    anonymous_app_user_id text, app_user_id text, proof text, digest bytea, as_of timestamptz)
returns void
language plpgsql volatile
as $$
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
            detail = 'The proof is wrong, or was used before.';
    end if;
end
$$;
