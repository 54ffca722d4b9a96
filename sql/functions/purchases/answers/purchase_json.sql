-- Returns a purchase at a moment as the contract shows it.
--
-- `product_kind` and `duration` are the catalog's, null if it lacks the product. A consumable has
-- `credits`. If no event named an original transaction, it is null: the chain id is then our own.

create function api.purchase_json(
    bought entitlements.purchases, as_of timestamptz, product_kind text, duration text,
    credits json)
returns table (purchase_id uuid, answer json)
language sql stable rows 1
begin atomic
    select bought.purchase_id, json_build_object(
        'id', bought.purchase_id,
        'product_id', bought.product_id,
        'product_kind', purchase_json.product_kind,
        'duration', purchase_json.duration,
        'plan_type', api.plan_type(purchase_json.product_kind, purchase_json.duration),
        'pending_product_id', bought.pending_product_id,
        'app_user_id', bought.owner_app_user_id,
        'store', bought.store,
        'environment', bought.environment,
        'period_type', bought.period_type,
        'is_active', bought.access_starts_at <= as_of and not clock.is_over
            and not clock.is_consumable,
        'status', case when clock.is_over then bought.status_after_end
                       when clock.is_consumable then 'purchased'
                       else bought.status_until_end end,
        'ended_reason', case when clock.is_over and isfinite(bought.access_starts_at)
                             then api.ended_reason(bought.status_after_end, bought.end_reason) end,
        'will_renew', bought.will_renew and not clock.is_over,
        'is_family_share', bought.is_family_share,
        'first_purchased_at', api.rfc3339(origin.first_purchased_at),
        'current_period_started_at', api.rfc3339(bought.period_started_at),
        'current_period_ends_at',
            api.rfc3339(nullif(bought.expires_at, bought.grace_expires_at)),
        'grace_period_ends_at', case when bought.billing_issue_at is not null
                                     then api.rfc3339(bought.grace_expires_at) end,
        'trial_ends_at', api.rfc3339(bought.trial_ends_at),
        'access_ends_at', case when isfinite(bought.access_ends_at)
                               then api.rfc3339(bought.access_ends_at) end,
        'cancelled_at', api.rfc3339(bought.cancelled_at),
        'billing_issue_at', api.rfc3339(bought.billing_issue_at),
        'paused_at', api.rfc3339(bought.paused_at),
        'auto_resume_at', api.rfc3339(bought.auto_resume_at),
        'refunded_at', api.rfc3339(bought.refunded_at),
        'updated_at', api.rfc3339(origin.updated_at),
        'transaction_id', bought.transaction_id,
        'original_transaction_id', (
            select api.order_of_chain(named.chain_id) from entitlements.purchases named
             where named.tenant_id = entitlements.current_tenant_id()
               and named.purchase_id = bought.purchase_id
               and not starts_with(named.chain_id, 'snapshot:')
               and strpos(api.order_of_chain(named.chain_id), ' ') = 0),
        'offer_code', origin.offer_code,
        'presented_offering_id', origin.presented_offering_id,
        'price', origin.price,
        'is_trial_conversion', origin.is_trial_conversion,
        'country_code', origin.country_code,
        'management_url', case when not bought.is_one_time
                               then api.management_url(bought.store) end,
        'credits', coalesce(credits, '[]'::json))
      from (select as_of >= bought.access_ends_at,
                   coalesce(purchase_json.product_kind = 'consumable', false))
           as clock (is_over, is_consumable)
     cross join lateral api.purchase_origin(
           bought.purchase_id, greatest(purchase_json.as_of, bought.folded_at)) as origin;
end;
