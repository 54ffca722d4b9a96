-- Returns when an app user first paid after a moment, if it was not refunded within some days.
--
-- A payment is an event of a store with a price above zero: no trial, no free offer, no family
-- share. A snapshot has no price. A refund within the days cancels the payment, unless it was
-- reversed; then the next payment counts.

create function api.referral_payment(
    app_user_ids text[], since timestamptz, hold_days integer)
returns timestamptz
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _hold constant interval := make_interval(days => referral_payment.hold_days);
begin
    return (
        select min(paid.order_at)
          from entitlements.evidence paid
         where paid.tenant_id = _tenant_id
           and paid.app_user_id = any (referral_payment.app_user_ids)
           and paid.environment = 'production'
           and entitlements.evidence_does(paid.kind) = 'pays'
           and paid.price > 0 and paid.period_type is distinct from 'trial'
           and not coalesce(paid.is_family_share, false)
           and paid.order_at >= referral_payment.since
           and not exists (
               select from entitlements.evidence refund
                where refund.tenant_id = _tenant_id and refund.purchase_id = paid.purchase_id
                  and api.is_refund(refund)
                  and refund.order_at >= paid.order_at
                  and refund.order_at < paid.order_at + _hold
                  and not exists (
                      select from entitlements.evidence reversal
                       where reversal.tenant_id = _tenant_id
                         and reversal.purchase_id = paid.purchase_id
                         and reversal.kind = 'refund_reversed'
                         and reversal.order_at >= refund.order_at)));
end
$$;
