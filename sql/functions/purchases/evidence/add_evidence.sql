-- Inserts rows of evidence, each with its purchase.
--
-- `purchase_ids` holds the purchase of each row of `tolds`; null for a transfer. The table
-- generates order_at and rank. Callers that fold before this insert compute the same values.
-- Locks: none.

create function api.add_evidence(tolds entitlements.evidence[], purchase_ids uuid[])
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    insert into entitlements.evidence
           (tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at, environment, store,
            app_user_id, product_id, new_product_id, period_type, purchased_at, expires_at,
            grace_expires_at, auto_resume_at, cancel_reason, expiration_reason, price,
            is_family_share, entitlement_ids, transaction_id, original_transaction_id,
            transferred_to_app_user_id, is_one_time, original_purchased_at, never_expires,
            will_renew, cancelled_at, billing_issue_at, is_paused, refunded_at, gives_access,
            is_cancelled, has_billing_issue, offer_code, presented_offering_id,
            price_in_purchased_currency, currency, country_code, is_trial_conversion)
    select told.tenant_id, told.evidence_id, add_evidence.purchase_ids[told.ordinality], told.kind,
           told.occurred_at, told.received_at, told.environment, told.store, told.app_user_id,
           told.product_id, told.new_product_id, told.period_type, told.purchased_at,
           told.expires_at, told.grace_expires_at, told.auto_resume_at, told.cancel_reason,
           told.expiration_reason, told.price, told.is_family_share, told.entitlement_ids,
           told.transaction_id, told.original_transaction_id, told.transferred_to_app_user_id,
           told.is_one_time, told.original_purchased_at, told.never_expires, told.will_renew,
           told.cancelled_at, told.billing_issue_at, told.is_paused, told.refunded_at,
           told.gives_access, told.is_cancelled, told.has_billing_issue, told.offer_code,
           told.presented_offering_id, told.price_in_purchased_currency, told.currency,
           told.country_code, told.is_trial_conversion
      from unnest(tolds) with ordinality as told;
end
$$;
