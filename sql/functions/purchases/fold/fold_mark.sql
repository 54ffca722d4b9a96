-- Folds evidence that marks the running period: cancelled, refunded, unpaid, paused or expired.
--
-- A stale mark changes nothing (see is_stale_event). Exception: a refund counts for any period of
-- the product, because RevenueCat sends it only for the latest one.
-- Pure: reads only its arguments.

create function api.fold_mark(state entitlements.purchases, told entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    _purchase entitlements.purchases := state;
    _is_refund constant boolean := api.is_refund(told);
begin
    if api.is_stale_event(_purchase, told) and (not _is_refund
        or split_part(told.product_id, ':', 1) <> split_part(_purchase.product_id, ':', 1)) then
        return _purchase;
    end if;

    -- The event that opened this period has not arrived: the mark proves the period.
    if _purchase.period_started_at is null or told.purchased_at > _purchase.period_started_at then
        _purchase := api.fold_period(_purchase, told);
        _purchase.period_started_at := coalesce(told.purchased_at, _purchase.period_started_at);
    end if;

    if _is_refund then
        _purchase.refunded_at := told.order_at;
    elsif told.kind = 'cancellation' then
        _purchase.cancelled_at := told.order_at;
        _purchase.end_reason := coalesce(
            api.end_reason(told.cancel_reason), _purchase.end_reason, 'unsubscribed');
        _purchase.will_renew := false;
        -- A grant does not renew, so cancelling it takes it back.
        if told.store = 'promotional' then
            _purchase.ended_at := told.order_at;
            _purchase.end_reason := 'developer_initiated';
        end if;
    elsif told.kind = 'billing_issue' then
        _purchase.billing_issue_at := told.order_at;
        _purchase.end_reason := 'billing_error';
        _purchase.will_renew := false;
        _purchase.grace_expires_at := coalesce(told.grace_expires_at, _purchase.grace_expires_at);
    elsif told.kind = 'subscription_paused' then
        _purchase.paused_at := told.order_at;
        _purchase.auto_resume_at := told.auto_resume_at;
        _purchase.will_renew := false;
    elsif told.kind = 'expiration' then
        _purchase.expires_at := coalesce(told.expires_at, _purchase.expires_at);
        _purchase.ended_at := told.order_at;
        _purchase.end_reason := coalesce(
            api.end_reason(told.expiration_reason), _purchase.end_reason);
        _purchase.will_renew := false;
        if told.expiration_reason = 'subscription_paused' then
            _purchase.paused_at := coalesce(_purchase.paused_at, told.order_at);
        end if;
    end if;
    return _purchase;
end
$$;
