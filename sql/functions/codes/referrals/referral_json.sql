-- Returns a referral as the contract shows it to the referred app user.

create function api.referral_json(referral entitlements.referrals) returns jsonb
language plpgsql stable
as $$
declare
    _rules constant entitlements.referral_rules := api.referral_rules();
begin
    return jsonb_build_object(
        'referral_id', referral.referral_id,
        'app_user_id', referral.referred_app_user_id,
        'redeemed_at', api.rfc3339(referral.redeemed_at),
        'gives', case when not _rules.gives_referred is null
                      then api.reward_json(_rules.gives_referred) end,
        'hold_days', _rules.hold_days);
end
$$;
