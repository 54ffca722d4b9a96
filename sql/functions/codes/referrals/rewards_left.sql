-- Returns whether a referrer may be rewarded for another referral at a moment.
--
-- Rewards that were taken back do not count. The caller has locked the referrer, so no two reviews
-- give the last one.

create function api.rewards_left(
    rules entitlements.referral_rules, referrer text[], as_of timestamptz)
returns boolean
language plpgsql stable
as $$
begin
    return rules.max_per_referrer is null or (
        select count(*) from entitlements.referrals given
         where given.tenant_id = entitlements.current_tenant_id()
           and given.referrer_app_user_id = any (rewards_left.referrer)
           and given.referrer_grant_id is not null and given.taken_back_at is null
           and (rules.per_days is null
                or given.rewarded_at > rewards_left.as_of - make_interval(days => rules.per_days))
           ) < rules.max_per_referrer;
end
$$;
