-- Folds evidence that marks the running period: cancelled, refunded, unpaid, paused or expired.
--
-- A mark of another product of the chain (before an upgrade) or of an earlier period changes
-- nothing: it must not end what a later payment grants. Two exceptions for periods:
-- - A refund counts for any period: RevenueCat sends it only for the latest one.
-- - An expiration that names the start of the running period counts, even if its end is earlier.
-- Pure: reads only its arguments.

create function api.fold_mark(state entitlements.purchases, told entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
    _is_refund constant boolean := told.kind = 'cancellation'
        and (coalesce(told.cancel_reason = 'customer_support', false)
             or coalesce(told.price < 0, false));
begin
    if split_part(told.product_id, ':', 1) <> split_part(s.product_id, ':', 1)
       or (not _is_refund and told.purchased_at < s.period_started_at)
       or (told.kind = 'expiration' and told.expires_at <= s.period_started_at
           and told.purchased_at is distinct from s.period_started_at) then
        return s;
    end if;

    -- The event that opened this period has not arrived: the mark proves the period.
    if s.period_started_at is null or told.purchased_at > s.period_started_at then
        s := api.fold_period(s, told);
        s.period_started_at := coalesce(told.purchased_at, s.period_started_at);
    end if;

    if _is_refund then
        s.refunded_at := told.order_at;
    elsif told.kind = 'cancellation' then
        s.cancelled_at := told.order_at;
        s.end_reason := coalesce(api.end_reason(told.cancel_reason), s.end_reason, 'unsubscribed');
        s.will_renew := false;
        -- A grant does not renew, so cancelling it takes it back.
        if told.store = 'promotional' then
            s.ended_at := told.order_at;
            s.end_reason := 'developer_initiated';
        end if;
    elsif told.kind = 'billing_issue' then
        s.billing_issue_at := told.order_at;
        s.end_reason := 'billing_error';
        s.will_renew := false;
        s.grace_expires_at := coalesce(told.grace_expires_at, s.grace_expires_at);
    elsif told.kind = 'subscription_paused' then
        s.paused_at := told.order_at;
        s.auto_resume_at := told.auto_resume_at;
        s.will_renew := false;
    elsif told.kind = 'expiration' then
        s.expires_at := coalesce(told.expires_at, s.expires_at);
        s.ended_at := told.order_at;
        s.end_reason := coalesce(api.end_reason(told.expiration_reason), s.end_reason);
        s.will_renew := false;
        if told.expiration_reason = 'subscription_paused' then
            s.paused_at := coalesce(s.paused_at, told.order_at);
        end if;
    end if;
    return s;
end
$$;
