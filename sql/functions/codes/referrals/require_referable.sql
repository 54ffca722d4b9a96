-- Raises unless an app user may be referred by the owner of a referral code.
--
-- Locks: none; redeem_referral has locked both app users.
-- Raises: code_not_for_you 409 with its reason.

create function api.require_referable(
    app_user_id text, referrer_app_user_id text, as_of timestamptz)
returns void
language plpgsql stable
as $$
declare
    _reason text;
begin
    if exists (
        select from entitlements.referrals earlier
         where earlier.tenant_id = entitlements.current_tenant_id()
           and earlier.referred_app_user_id = any (
               api.counted_app_user_ids(require_referable.app_user_id))) then
        _reason := 'already_redeemed';
    else
        _reason := api.referral_void_reason(
            jsonb_populate_record(null::entitlements.referrals, jsonb_build_object(
                'referral_id', gen_random_uuid(), 'redeemed_at', require_referable.as_of,
                'referrer_app_user_id', require_referable.referrer_app_user_id,
                'referred_app_user_id', require_referable.app_user_id)),
            require_referable.as_of);
    end if;
    if _reason is not null then
        raise sqlstate 'PT409' using message = 'code_not_for_you',
            detail = case _reason
                when 'already_redeemed' then 'The app user was referred before.'
                when 'not_new' then 'Only app users who have bought nothing can be referred.'
                else 'An app user refers neither themselves nor their household or referrer.' end,
            hint = json_build_object('reason', _reason);
    end if;
end
$$;
