-- Returns what gives or gave an app user access as RevenueCat's v1 shows a subscription.
--
-- `ends_at` is its end as v1 writes it (see subscriber_end). Grace is shown only if access lasts
-- that long: readers take the later of the two for the end. A pass is `prepaid`, as it does not
-- renew.

create function api.subscriber_purchase_json(
    bought entitlements.purchases, household_id uuid, ends_at timestamptz)
returns jsonb
language sql stable
return jsonb_build_object(
    'auto_resume_date', api.revenuecat_date(bought.auto_resume_at),
    'billing_issues_detected_at', api.revenuecat_date(bought.billing_issue_at),
    'display_name', null,
    'expires_date', api.revenuecat_date(ends_at),
    'grace_period_expires_date', case
        when bought.billing_issue_at is not null
             and date_trunc('second', bought.grace_expires_at) <= coalesce(ends_at, 'infinity')
        then api.revenuecat_date(bought.grace_expires_at) end,
    'id', left(encode(sha256(convert_to(bought.purchase_id::text, 'UTF8')), 'hex'), 10),
    'is_sandbox', bought.environment = 'sandbox',
    'original_purchase_date', api.revenuecat_date(bought.starts_at),
    'ownership_type', case when household_id is not null or bought.is_family_share
                           then 'FAMILY_SHARED' else 'PURCHASED' end,
    'period_type', case
        when bought.period_type in ('trial', 'intro', 'prepaid') then bought.period_type
        when bought.is_one_time and not api.is_granted(bought.store) then 'prepaid'
        else 'normal' end,
    'product_plan_identifier', case when bought.store = 'play_store'
                                    then nullif(split_part(bought.product_id, ':', 2), '') end,
    'purchase_date', api.revenuecat_date(coalesce(bought.period_started_at, bought.starts_at)),
    'refunded_at', api.revenuecat_date(bought.refunded_at),
    'store', case when bought.store = 'hearth' then 'promotional' else bought.store end,
    'store_transaction_id', bought.transaction_id,
    'unsubscribe_detected_at', api.revenuecat_date(bought.cancelled_at));
