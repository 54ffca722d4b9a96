-- Redeems a code for an app user, or raises; returns the redemption.
--
-- The lock on the campaign gives each redemption the next number: the last place goes to one of two
-- simultaneous calls. The caller has locked the app user, and calls derive for the grant.
-- Locks: the campaign → the inserted purchase.
-- Raises: code_not_found 404 if it was revoked meanwhile; as require_redeemable; as asked_grant.

create function api.add_redemption(
    code entitlements.codes, app_user_id text, ids text[], idempotency_key text, actor text,
    as_of timestamptz)
returns entitlements.code_redemptions
language plpgsql volatile
as $$
declare
    _campaign entitlements.code_campaigns;
    _grant entitlements.grants;
    _redeemed entitlements.code_redemptions;
begin
    select locked.* into strict _campaign from entitlements.code_campaigns locked
     where locked.tenant_id = code.tenant_id and locked.campaign_id = code.campaign_id
       for no key update;
    if not exists (
        select from api.open_code(code.digest, add_redemption.as_of) as present
         where present.campaign_id = code.campaign_id) then
        raise sqlstate 'PT404' using message = 'code_not_found',
            detail = 'There is no code with this spelling that can be redeemed.';
    end if;
    perform api.require_redeemable(
        code, _campaign, add_redemption.app_user_id, ids, add_redemption.as_of);
    _grant := api.reward_grant(
        _campaign.gives, add_redemption.app_user_id, ids, _campaign.is_stackable,
        'code: ' || _campaign.campaign_id, add_redemption.actor, add_redemption.as_of);
    perform api.add_grants(array[_grant]);
    update entitlements.code_campaigns counted
       set redemptions = counted.redemptions + 1
     where counted.tenant_id = code.tenant_id and counted.campaign_id = code.campaign_id
    returning counted.redemptions into strict _campaign.redemptions;
    insert into entitlements.code_redemptions as made
           (tenant_id, campaign_id, code_id, number, is_single_use, app_user_id, idempotency_key,
            redeemed_at, gives, ends_at, grant_id)
    values (code.tenant_id, code.campaign_id, code.code_id, _campaign.redemptions,
            code.batch_id is not null, add_redemption.app_user_id,
            add_redemption.idempotency_key, add_redemption.as_of, _campaign.gives,
            _grant.expires_at, _grant.grant_id)
    returning made.* into strict _redeemed;
    perform api.add_audit_entry(
        'redeem', add_redemption.actor, 'code: ' || _campaign.campaign_id,
        array[add_redemption.app_user_id], '[]',
        jsonb_build_array(api.redemption_json(_redeemed)), add_redemption.as_of);
    return _redeemed;
end
$$;
