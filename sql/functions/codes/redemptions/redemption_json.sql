-- Returns a redemption as the contract shows it.
--
-- Pure: reads only its argument.

create function api.redemption_json(redeemed entitlements.code_redemptions) returns jsonb
language plpgsql stable
as $$
begin
    return jsonb_build_object(
        'redemption_id', redeemed.redemption_id,
        'campaign_id', redeemed.campaign_id,
        'app_user_id', redeemed.app_user_id,
        'redeemed_at', api.rfc3339(redeemed.redeemed_at),
        'gives', api.reward_json(redeemed.gives),
        'grant_id', redeemed.grant_id,
        'expires_at', api.rfc3339(redeemed.ends_at),
        'revoked_at', api.rfc3339(redeemed.revoked_at),
        'revoked_because', redeemed.revoked_because);
end
$$;
