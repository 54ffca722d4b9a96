-- Notes that an app user was brought by the owner of a referral code; returns the answer.
--
-- Nothing is given yet: the rewards come after the first payment.
-- Idempotent: the same referrer again gets the first answer.
-- Locks: both app users by uuid.
-- Raises: code_not_for_you 409 with its reason.

create function api.redeem_referral(
    app_user_id text, referrer_app_user_id text, actor text, as_of timestamptz)
returns jsonb
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _id constant text := redeem_referral.app_user_id;
    _referral entitlements.referrals;
    _as_of timestamptz;
begin
    perform api.lock_app_users(array[_id, redeem_referral.referrer_app_user_id]);
    _as_of := coalesce(redeem_referral.as_of, clock_timestamp());
    select earlier.* into _referral from entitlements.referrals earlier
     where earlier.tenant_id = _tenant_id
       and earlier.referred_app_user_id = any (api.counted_app_user_ids(_id))
       and earlier.referrer_app_user_id = any (
           api.counted_app_user_ids(redeem_referral.referrer_app_user_id))
     order by earlier.redeemed_at
     limit 1;
    if found then
        return api.referral_json(_referral) || '{"outcome": "already_redeemed"}';
    end if;
    perform api.require_referable(_id, redeem_referral.referrer_app_user_id, _as_of);
    insert into entitlements.referrals as made
           (tenant_id, referrer_app_user_id, referred_app_user_id, redeemed_at)
    values (_tenant_id, redeem_referral.referrer_app_user_id, _id, _as_of)
    returning made.* into strict _referral;
    perform api.add_audit_entry(
        'redeem', redeem_referral.actor, 'referral', array[_id], '[]',
        jsonb_build_array(api.referral_json(_referral)), _as_of);
    return api.referral_json(_referral) || '{"outcome": "redeemed"}';
end
$$;
