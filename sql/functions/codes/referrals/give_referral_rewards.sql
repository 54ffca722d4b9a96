-- Gives both sides of a referral their rewards, and returns what changed.
--
-- The referrer gets nothing above `max_per_referrer`; the referred app user gets theirs anyway. A
-- reward that extends an access which never ends gives nothing. Rewards follow each other.
-- Locks: the inserted purchases; the caller has locked both app users and the referral.

create function api.give_referral_rewards(referral entitlements.referrals, as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _rules constant entitlements.referral_rules := api.referral_rules();
    _referrer constant text[] := api.counted_app_user_ids(referral.referrer_app_user_id);
    _referred constant text[] := api.counted_app_user_ids(referral.referred_app_user_id);
    _given entitlements.grants[] := array[]::entitlements.grants[];
    _to_referrer entitlements.grants;
    _to_referred entitlements.grants;
    _changed entitlements.changes;
begin
    if api.rewards_left(_rules, _referrer, give_referral_rewards.as_of) then
        _to_referrer := api.referral_grant(
            _rules.gives_referrer, referral.referrer_app_user_id, _referrer,
            give_referral_rewards.as_of);
    end if;
    _to_referred := api.referral_grant(
        _rules.gives_referred, referral.referred_app_user_id, _referred,
        give_referral_rewards.as_of);
    if _to_referrer.grant_id is not null then _given := _given || _to_referrer; end if;
    if _to_referred.grant_id is not null then _given := _given || _to_referred; end if;
    _changed := api.add_grants(_given);
    update entitlements.referrals given
       set rewarded_at = give_referral_rewards.as_of, taken_back_at = null,
           referrer_grant_id = _to_referrer.grant_id, referred_grant_id = _to_referred.grant_id
     where given.tenant_id = referral.tenant_id and given.referral_id = referral.referral_id;
    return _changed;
end
$$;
