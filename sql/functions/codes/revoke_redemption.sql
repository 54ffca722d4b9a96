-- Takes back what one redemption gave.
--
-- Called with a secret or an admin key. The redemption still counts for the app user and the
-- campaign.
-- Idempotent: the first revocation stays.
-- Locks: the app user → the redemption → its purchase.
-- Raises: redemption_not_found 404.

create function api.revoke_redemption(
    redemption_id uuid, actor text, reason text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _before entitlements.code_redemptions;
    _after entitlements.code_redemptions;
begin
    perform api.lock_app_users(array[redeemed.app_user_id])
       from entitlements.code_redemptions redeemed
      where redeemed.tenant_id = _tenant_id
        and redeemed.redemption_id = revoke_redemption.redemption_id;
    answered_as_of := coalesce(revoke_redemption.as_of, clock_timestamp());
    select redeemed.* into _before from entitlements.code_redemptions redeemed
     where redeemed.tenant_id = _tenant_id
       and redeemed.redemption_id = revoke_redemption.redemption_id;
    if not found then
        raise sqlstate 'PT404' using message = 'redemption_not_found',
            detail = 'The tenant has no redemption with this id.';
    end if;
    if _before.revoked_because is distinct from 'revoked' then
        -- A merge may have taken it back; now undoing the merge gives it back no more.
        update entitlements.code_redemptions redeemed
           set revoked_because = 'revoked'
         where redeemed.tenant_id = _tenant_id and redeemed.revoked_at is not null
           and redeemed.redemption_id = revoke_redemption.redemption_id;
        perform api.derive(
            api.take_back_redemptions(
                array[revoke_redemption.redemption_id], 'revoked', revoke_redemption.actor,
                revoke_redemption.reason, answered_as_of),
            'revocation', array[revoke_redemption.redemption_id::text]);
    end if;
    select redeemed.* into strict _after from entitlements.code_redemptions redeemed
     where redeemed.tenant_id = _tenant_id
       and redeemed.redemption_id = revoke_redemption.redemption_id;
    if _before.revoked_because is distinct from 'revoked' then
        perform api.add_audit_entry(
            'revoke_code', revoke_redemption.actor, revoke_redemption.reason,
            array[_before.app_user_id], jsonb_build_array(api.redemption_json(_before)),
            jsonb_build_array(api.redemption_json(_after)), answered_as_of);
    end if;
    answer := api.redemption_json(_after);
    return next;
end
$$;
