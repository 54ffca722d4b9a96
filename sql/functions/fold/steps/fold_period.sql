-- Folds evidence that opens a period or moves its end: purchases, renewals, extensions.
--
-- Also folds the period that a mark proves (see fold_mark).
-- Other kinds open a period or change the running one, as the table of kinds says.

create function api.fold_period(state entitlements.purchases, evidence entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
    _started_at constant timestamptz := coalesce(evidence.purchased_at, evidence.order_at);
    _begins_at constant timestamptz := api.begun_at(
        _started_at, evidence.occurred_at, evidence.received_at);
    _is_paid constant boolean :=
        entitlements.evidence_does(evidence.kind) in ('pays', 'lends');
begin
    -- An event about an earlier period does not move this period's end. A reversal counts where its
    -- refund does.
    if evidence.kind = 'refund_reversed' and api.is_former_refund(state, evidence) then
        return _purchase;
    elsif not _is_paid and evidence.purchased_at < state.period_started_at then
        _purchase.refunded_at := case
            when evidence.kind <> 'refund_reversed' then state.refunded_at end;
        return _purchase;
    end if;
    -- A period that was paid ahead begins without a gap where the former one ends.
    if api.is_former_payment(state, evidence) then
        if evidence.expires_at > state.starts_at - interval '1 second' then
            _purchase.starts_at := least(state.starts_at, _begins_at);
        end if;
        return _purchase;
    end if;
    -- A lapsed purchase starts again, perhaps in the future, because stores charge hours ahead. A
    -- running one keeps its start, so that access has no gap.
    if _purchase.starts_at is null or (_is_paid and _purchase.access_ends_at < _begins_at) then
        _purchase.starts_at := _begins_at;
    end if;
    if _is_paid or _purchase.period_started_at is null then
        _purchase.period_started_at := _started_at;
    end if;
    _purchase.product_id := coalesce(evidence.product_id, _purchase.product_id);
    _purchase.period_type := coalesce(evidence.period_type, _purchase.period_type);
    _purchase.transaction_id := coalesce(evidence.transaction_id, _purchase.transaction_id);

    -- Without an expiry, a renewal keeps the known one; only a non-renewing purchase never ends.
    _purchase.expires_at := case
        when evidence.kind = 'temporary_entitlement_grant'
            then least(evidence.expires_at, evidence.order_at + interval '24 hours')
        else coalesce(evidence.expires_at, _purchase.expires_at) end;
    if _purchase.period_type = 'trial' then
        _purchase.trial_ends_at := _purchase.expires_at;
    end if;
    _purchase.never_expires := _purchase.never_expires
        or (evidence.kind = 'non_renewing_purchase' and evidence.expires_at is null);
    _purchase.ended_at := null;

    if _is_paid or evidence.kind = 'refund_reversed' then
        _purchase.refunded_at := null;
    end if;
    if _is_paid then
        _purchase.pending_product_id := null;
        if not api.is_past_due(state, evidence) then
            _purchase.billing_issue_at := null;
            _purchase.grace_expires_at := null;
        end if;
        _purchase.paused_at := null;
        _purchase.auto_resume_at := null;
    end if;
    if api.takes_pause_back(state, evidence) then
        _purchase.paused_at := null;
        _purchase.auto_resume_at := null;
    end if;
    if _is_paid or evidence.kind = 'uncancellation' then
        _purchase.cancelled_at := null;
        _purchase.end_reason := case
            when _purchase.billing_issue_at is not null then 'billing_error' end;
        _purchase.will_renew := evidence.kind in ('initial_purchase', 'renewal', 'uncancellation')
            and coalesce(_purchase.period_type, '') <> 'prepaid'
            and _purchase.billing_issue_at is null;
    end if;
    return _purchase;
end
$$;
