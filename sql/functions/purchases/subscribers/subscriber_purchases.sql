-- Returns what gives or gave an app user access, each as RevenueCat's v1 shows it.
--
-- Those are their own purchases and grants, and what the household shares with them, as
-- FAMILY_SHARED until it stops serving them. A purchase that moved away is not shown.

create function api.subscriber_purchases(
    app_user_uuid uuid, environment text, as_of timestamptz)
returns table (product_id text, is_one_time boolean, is_own boolean, ends_at timestamptz,
               store text, answer json)
language plpgsql stable rows 4
as $$
begin
    return query
    select api.subscriber_product(bought.product_id, bought.store, granted.entitlement_id),
           bought.is_one_time, usable.household_id is null, usable.ends_at, bought.store,
           json_build_object(
               'auto_resume_date', api.revenuecat_date(bought.auto_resume_at),
               'billing_issues_detected_at', api.revenuecat_date(bought.billing_issue_at),
               'display_name', null,
               'expires_date', api.revenuecat_date(usable.ends_at),
               'grace_period_expires_date', case when bought.billing_issue_at is not null
                   then api.revenuecat_date(bought.grace_expires_at) end,
               'id', left(encode(sha256(convert_to(bought.purchase_id::text, 'UTF8')), 'hex'), 10),
               'is_sandbox', bought.environment = 'sandbox',
               'original_purchase_date', api.revenuecat_date(bought.starts_at),
               'ownership_type', case
                   when usable.household_id is not null or bought.is_family_share
                   then 'FAMILY_SHARED' else 'PURCHASED' end,
               'period_type', case when bought.period_type in ('trial', 'intro', 'prepaid')
                                   then bought.period_type else 'normal' end,
               'product_plan_identifier', case
                   when bought.store = 'play_store'
                   then nullif(split_part(bought.product_id, ':', 2), '') end,
               'purchase_date', api.revenuecat_date(
                   coalesce(bought.period_started_at, bought.starts_at)),
               'refunded_at', api.revenuecat_date(bought.refunded_at),
               'store', case when bought.store = 'hearth' then 'promotional'
                             else bought.store end,
               'store_transaction_id', bought.transaction_id,
               'unsubscribe_detected_at', api.revenuecat_date(bought.cancelled_at))
      from api.usable_purchases(
               array[subscriber_purchases.app_user_uuid], subscriber_purchases.environment,
               subscriber_purchases.as_of, subscriber_purchases.as_of < now()) as usable
     cross join lateral (select (usable.purchase).*) as bought
      left join lateral (
           select min(given.entitlement_id) as entitlement_id, bool_or(given.is_shared) as is_shared
             from api.granted_entitlements(bought.product_id, bought.entitlement_ids) as given)
           as granted on true
     where usable.starts_at <= subscriber_purchases.as_of and bought.starts_at is not null
       and (usable.household_id is null and bought.owner_uuid = usable.app_user_uuid
            or usable.household_id is not null and granted.is_shared
            or usable.is_aliases);
end
$$;
