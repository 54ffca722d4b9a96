-- Folds evidence that marks the running period: cancelled, refunded, unpaid, paused or expired.
--
-- A stale mark changes nothing (see is_stale_event), and neither does the refund of a former period
-- (see is_former_refund), or an EXPIRATION of a lifetime purchase that is no refund.
-- Other kinds change nothing, beyond the period that they prove.

create function api.fold_mark(state entitlements.purchases, evidence entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
    _is_refund constant boolean := api.is_refund(evidence)
        or evidence.kind = 'expiration' and api.is_lifetime(state)
           and coalesce(evidence.expiration_reason = 'customer_support', false);
begin
    if _is_refund then
        if split_part(evidence.product_id, ':', 1) <> split_part(state.product_id, ':', 1)
           or api.is_former_refund(state, evidence) then
            return _purchase;
        end if;
    elsif api.is_stale_event(state, evidence)
          or evidence.kind = 'expiration' and api.is_lifetime(state) then
        return _purchase;
    end if;

    -- The event that opened this period has not arrived: the mark proves the period.
    if _purchase.period_started_at is null or evidence.purchased_at > _purchase.period_started_at
        then
        _purchase := api.fold_period(_purchase, evidence);
        _purchase.period_started_at := coalesce(evidence.purchased_at, _purchase.period_started_at);
    end if;

    if _is_refund then
        _purchase.refunded_at := evidence.order_at;
    elsif evidence.kind = 'cancellation' then
        _purchase.cancelled_at := evidence.order_at;
        _purchase.end_reason := coalesce(
            api.end_reason(evidence.cancel_reason), _purchase.end_reason, 'unsubscribed');
        _purchase.will_renew := false;
        -- A grant does not renew, so cancelling it takes it back.
        if evidence.store = 'promotional' then
            _purchase.ended_at := evidence.order_at;
            _purchase.end_reason := 'developer_initiated';
        end if;
    elsif evidence.kind = 'billing_issue' then
        _purchase.billing_issue_at := evidence.order_at;
        _purchase.end_reason := 'billing_error';
        _purchase.will_renew := false;
        _purchase.grace_expires_at := coalesce(evidence.grace_expires_at,
                                               _purchase.grace_expires_at);
    elsif evidence.kind = 'subscription_paused' then
        _purchase.paused_at := evidence.order_at;
        _purchase.auto_resume_at := evidence.auto_resume_at;
        _purchase.will_renew := false;
    elsif evidence.kind = 'expiration' then
        _purchase.expires_at := coalesce(evidence.expires_at, _purchase.expires_at);
        _purchase.ended_at := evidence.order_at;
        _purchase.end_reason := coalesce(
            api.end_reason(evidence.expiration_reason), _purchase.end_reason);
        _purchase.will_renew := false;
        if evidence.expiration_reason = 'subscription_paused' then
            _purchase.paused_at := coalesce(_purchase.paused_at, evidence.order_at);
        end if;
    end if;
    return _purchase;
end
$$;
