-- Derives whether a referral's rewards stand, and gives or takes them back; returns what changed.
--
-- They stand from `hold_days` after the first payment that was not refunded within them, unless the
-- referral gives nothing (see referral_void_reason).
-- Idempotent: rewards that are right are left alone.
-- Locks: purchases by id; the caller has locked both app users and the referral.

create function api.review_referral(referral entitlements.referrals, as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _rules constant entitlements.referral_rules := api.referral_rules();
    _void constant text := api.referral_void_reason(referral, review_referral.as_of);
    _paid_at constant timestamptz := api.referral_payment(
        api.counted_app_user_ids(referral.referred_app_user_id), referral.redeemed_at,
        coalesce(_rules.hold_days, 0));
    _due_at constant timestamptz := case when _void is null
        then _paid_at + make_interval(days => _rules.hold_days) end;
    _stands constant boolean := referral.rewarded_at is not null
        and referral.taken_back_at is null;
    _changed entitlements.changes := api.changes_of();
begin
    if _rules.tenant_id is null then
        null; -- The tenant offers no referrals any more: what was given stays.
    elsif not _stands and _due_at <= review_referral.as_of then
        _changed := api.give_referral_rewards(referral, review_referral.as_of);
    elsif _stands and coalesce(_due_at > review_referral.as_of, true) then
        update entitlements.referrals taken
           set taken_back_at = greatest(review_referral.as_of, taken.rewarded_at)
         where taken.tenant_id = referral.tenant_id
           and taken.referral_id = referral.referral_id;
        _changed := api.revoke_grants(
            array_remove(array[referral.referrer_grant_id, referral.referred_grant_id], null),
            'hearth', 'referral', review_referral.as_of);
    end if;
    update entitlements.referrals reviewed
       set paid_at = _paid_at, void_reason = _void,
           review_at = case when _due_at > review_referral.as_of then _due_at end
     where reviewed.tenant_id = referral.tenant_id
       and reviewed.referral_id = referral.referral_id;
    return _changed;
end
$$;
