-- Inserts rows of evidence, each with its purchase.
--
-- `purchase_ids` holds the purchase of each row of `entries`; null for a transfer. The table
-- generates order_at and rank. Callers that fold before this insert compute the same values.

create function api.add_evidence(entries entitlements.evidence[], purchase_ids uuid[])
returns void
language plpgsql volatile
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
            price_in_purchased_currency, currency, country_code, is_trial_conversion, is_pending,
            order_items, order_item, quantity)
    select entry.tenant_id, entry.evidence_id, add_evidence.purchase_ids[entry.ordinality],
           entry.kind,
           entry.occurred_at, entry.received_at, entry.environment, entry.store, entry.app_user_id,
           entry.product_id, entry.new_product_id, entry.period_type, entry.purchased_at,
           entry.expires_at, entry.grace_expires_at, entry.auto_resume_at, entry.cancel_reason,
           entry.expiration_reason, entry.price, entry.is_family_share, entry.entitlement_ids,
           entry.transaction_id, entry.original_transaction_id, entry.transferred_to_app_user_id,
           entry.is_one_time, entry.original_purchased_at, entry.never_expires, entry.will_renew,
           entry.cancelled_at, entry.billing_issue_at, entry.is_paused, entry.refunded_at,
           entry.gives_access, entry.is_cancelled, entry.has_billing_issue, entry.offer_code,
           entry.presented_offering_id, entry.price_in_purchased_currency, entry.currency,
           entry.country_code, entry.is_trial_conversion, entry.is_pending, entry.order_items,
           entry.order_item, entry.quantity
      from unnest(entries) with ordinality as entry;
end
$$;
