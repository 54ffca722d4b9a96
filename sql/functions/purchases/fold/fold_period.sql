-- Folds evidence that opens a period or moves its end: purchases, renewals, extensions.
--
-- Also folds the period that a mark proves (see fold_mark).
-- Pure: reads only its arguments.

create function api.fold_period(state entitlements.purchases, told entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
    _started_at constant timestamptz := coalesce(told.purchased_at, told.order_at);
    _is_paid constant boolean := told.kind in ('initial_purchase', 'renewal',
        'non_renewing_purchase', 'temporary_entitlement_grant');
begin
    -- A lapsed purchase starts anew, perhaps in the future: stores charge hours ahead. A running
    -- one keeps its start, so that access has no gap.
    if s.starts_at is null or (_is_paid and s.access_ends_at < _started_at) then
        s.starts_at := _started_at;
    end if;
    if _is_paid or s.period_started_at is null then
        s.period_started_at := _started_at;
    end if;
    s.product_id := coalesce(told.product_id, s.product_id);
    s.period_type := coalesce(told.period_type, s.period_type);
    s.transaction_id := coalesce(told.transaction_id, s.transaction_id);

    -- Without an expiry, a renewal keeps the known one; only a non-renewing purchase is for ever.
    s.expires_at := case
        when told.kind = 'temporary_entitlement_grant'
            then least(told.expires_at, told.order_at + interval '24 hours')
        else coalesce(told.expires_at, s.expires_at) end;
    if s.period_type = 'trial' then
        s.trial_ends_at := s.expires_at;
    end if;
    s.never_expires := s.never_expires
        or (told.kind = 'non_renewing_purchase' and told.expires_at is null);
    s.ended_at := null;

    if _is_paid or told.kind = 'refund_reversed' then
        s.refunded_at := null;
    end if;
    if _is_paid then
        s.pending_product_id := null;
        s.billing_issue_at := null;
        s.grace_expires_at := null;
        s.paused_at := null;
        s.auto_resume_at := null;
    end if;
    if _is_paid or told.kind = 'uncancellation' then
        s.cancelled_at := null;
        s.end_reason := case when s.billing_issue_at is not null then 'billing_error' end;
        s.will_renew := told.kind in ('initial_purchase', 'renewal', 'uncancellation')
            and coalesce(s.period_type, '') <> 'prepaid' and s.billing_issue_at is null;
    end if;
    return s;
end
$$;
