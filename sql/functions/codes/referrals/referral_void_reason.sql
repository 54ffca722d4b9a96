-- Returns why a referral gives nothing; null if it may give something.
--
-- Looks at all ids of both sides. A household that began after the rewards does not matter; a merge
-- always does.
-- Locks: none; the caller has locked both app users.

create function api.referral_void_reason(referral entitlements.referrals, as_of timestamptz)
returns text
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _referrer constant text[] := api.counted_app_user_ids(referral.referrer_app_user_id);
    _referred constant text[] := api.counted_app_user_ids(referral.referred_app_user_id);
begin
    return case
        when exists (
            select from entitlements.app_user_ids own
              join entitlements.app_users app_user
                on app_user.tenant_id = _tenant_id
               and app_user.app_user_uuid = own.app_user_uuid
             where own.tenant_id = _tenant_id and app_user.erased_at is not null
               and own.app_user_id in (
                   referral.referrer_app_user_id, referral.referred_app_user_id))
            then 'erased'
        when _referrer && _referred or exists (
            select from entitlements.aliased_ids mine
              join entitlements.aliased_ids theirs
                on theirs.tenant_id = _tenant_id and theirs.alias_uuid = mine.alias_uuid
             where mine.tenant_id = _tenant_id and mine.app_user_id = any (_referrer)
               and theirs.app_user_id = any (_referred))
            then 'same_app_user'
        when api.shared_a_household(
            _referrer, _referred,
            coalesce(referral.rewarded_at, referral_void_reason.as_of))
            then 'same_household'
        when api.is_circular(_referrer, _referred) then 'circular'
        when not api.is_new(_referred, 'app_user', referral.redeemed_at) then 'not_new'
        when exists (
            select from entitlements.referrals earlier
             where earlier.tenant_id = _tenant_id
               and earlier.referred_app_user_id = any (_referred)
               and (earlier.redeemed_at, earlier.referral_id)
                   < (referral.redeemed_at, referral.referral_id))
            then 'referred_before' end;
end
$$;
