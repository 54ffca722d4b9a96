-- Returns the redemption that a request repeats, or null.
--
-- A request repeats one of the app user with the same Idempotency-Key; or of the same code, if the
-- code can be redeemed once: a code of a batch, or one with `per_app_user: 1`.
-- Locks: none; the caller has locked the app user.
-- Raises: idempotency_key_reused 422.

create function api.earlier_redemption(
    code entitlements.codes, ids text[], idempotency_key text)
returns entitlements.code_redemptions
language plpgsql stable
as $$
declare
    _earlier entitlements.code_redemptions;
begin
    select redeemed.* into _earlier
      from entitlements.code_redemptions redeemed
      join entitlements.code_campaigns campaign
        on campaign.tenant_id = redeemed.tenant_id
       and campaign.campaign_id = redeemed.campaign_id
     where redeemed.tenant_id = code.tenant_id and redeemed.app_user_id = any (ids)
       and (redeemed.idempotency_key = earlier_redemption.idempotency_key
            or (redeemed.code_id = code.code_id and redeemed.revoked_at is null
                and (redeemed.is_single_use or campaign.per_app_user = 1)))
     order by redeemed.idempotency_key = earlier_redemption.idempotency_key desc nulls last
     limit 1;
    if _earlier.code_id <> code.code_id then
        raise sqlstate 'PT422' using message = 'idempotency_key_reused',
            detail = 'This Idempotency-Key was used for a different request.';
    end if;
    return _earlier;
end
$$;
