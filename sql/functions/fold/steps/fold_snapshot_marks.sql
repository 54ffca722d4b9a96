-- Folds what a snapshot says of cancellation, unpaid charges, pauses and refunds.
--
-- `state` already holds the snapshot's period. API version 1 says since when a subscription is
-- cancelled or unpaid. Version 2 says only that it is: the time that an event told stays, else it
-- is the snapshot's. Nor does it say when a pause ends: the date that an event told stays while
-- there is one. Neither says why a period ends: the reason that events gave stays while the
-- snapshot agrees that the period ends.

create function api.fold_snapshot_marks(
    state entitlements.purchases, evidence entitlements.evidence, has_lapsed boolean)
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
begin
    _purchase.will_renew := coalesce(evidence.will_renew, false);
    if evidence.gives_access is null then
        _purchase.cancelled_at := evidence.cancelled_at;
        _purchase.billing_issue_at := evidence.billing_issue_at;
    else
        _purchase.cancelled_at := case
            when evidence.is_cancelled then coalesce(_purchase.cancelled_at, evidence.order_at)
            when evidence.is_cancelled is null then _purchase.cancelled_at end;
        _purchase.billing_issue_at := case
            when evidence.has_billing_issue
                then coalesce(_purchase.billing_issue_at, evidence.order_at)
            when evidence.has_billing_issue is null then _purchase.billing_issue_at end;
    end if;
    _purchase.end_reason := case
        when _purchase.billing_issue_at is not null
            then coalesce(_purchase.end_reason, 'billing_error')
        when _purchase.cancelled_at is not null then coalesce(_purchase.end_reason, 'unsubscribed')
        when has_lapsed then _purchase.end_reason end;
    _purchase.auto_resume_at := case
        when evidence.gives_access is not null and evidence.is_paused
            then coalesce(evidence.auto_resume_at, _purchase.auto_resume_at)
        else evidence.auto_resume_at end;
    _purchase.paused_at := case when evidence.is_paused or evidence.auto_resume_at is not null
        then coalesce(_purchase.paused_at, evidence.order_at) end;
    -- A refund from before the period is of a former one. Stores charge up to a day ahead.
    _purchase.refunded_at := case
        when evidence.refunded_at < evidence.purchased_at - interval '1 day' then null
        else evidence.refunded_at end;
    return _purchase;
end
$$;
