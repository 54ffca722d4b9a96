-- Returns what a referral code would give an app user, or raises.
--
-- Raises: code_not_for_you 409 with its reason.

create function api.check_referral(
    app_user_id text, referrer_app_user_id text, as_of timestamptz)
returns json
language plpgsql stable
as $$
declare
    _rules constant entitlements.referral_rules := api.referral_rules();
begin
    perform api.require_referable(
        check_referral.app_user_id, check_referral.referrer_app_user_id, check_referral.as_of);
    return json_build_object(
        'gives', case when not _rules.gives_referred is null
                      then api.reward_json(_rules.gives_referred) end,
        'hold_days', _rules.hold_days);
end
$$;
