-- Returns a referrer's code and how many app users it brought, as the contract shows it.

create function api.referral_counts_json(app_user_id text, code text, as_of timestamptz)
returns json
language plpgsql stable
as $$
declare
    _rules constant entitlements.referral_rules := api.referral_rules();
    _ids constant text[] := api.counted_app_user_ids(referral_counts_json.app_user_id);
begin
    return (
        select json_build_object(
                   'referral_code', referral_counts_json.code,
                   'redeemed', count(*),
                   'paid', count(*) filter (
                       where brought.paid_at is not null and brought.void_reason is null),
                   'rewarded', count(*) filter (
                       where brought.referrer_grant_id is not null
                         and brought.taken_back_at is null),
                   'has_rewards_left', api.rewards_left(
                       _rules, _ids, referral_counts_json.as_of),
                   'gives_referrer', case when not _rules.gives_referrer is null
                       then api.reward_json(_rules.gives_referrer) end,
                   'gives_referred', case when not _rules.gives_referred is null
                       then api.reward_json(_rules.gives_referred) end,
                   'hold_days', _rules.hold_days,
                   'max_per_referrer', _rules.max_per_referrer,
                   'per_days', _rules.per_days)
          from entitlements.referrals brought
         where brought.tenant_id = entitlements.current_tenant_id()
           and brought.referrer_app_user_id = any (_ids));
end
$$;
