-- Folds what a snapshot says of cancellation, unpaid charges, pauses and refunds.
--
-- `state` already holds the snapshot's period. API version 1 says since when a subscription is
-- cancelled or unpaid. Version 2 says only that it is: the time that an event told stays, else it
-- is the snapshot's. Neither says why a period ends: the reason that events gave stays while the
-- snapshot agrees that the period ends.
-- Pure: reads only its arguments.

create function api.fold_snapshot_marks(
    state entitlements.purchases, told entitlements.evidence, has_lapsed boolean)
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
begin
    s.will_renew := coalesce(told.will_renew, false);
    if told.gives_access is null then
        s.cancelled_at := told.cancelled_at;
        s.billing_issue_at := told.billing_issue_at;
    else
        s.cancelled_at := case when told.is_cancelled then coalesce(s.cancelled_at, told.order_at)
                               when told.is_cancelled is null then s.cancelled_at end;
        s.billing_issue_at := case
            when told.has_billing_issue then coalesce(s.billing_issue_at, told.order_at)
            when told.has_billing_issue is null then s.billing_issue_at end;
    end if;
    s.end_reason := case
        when s.billing_issue_at is not null then coalesce(s.end_reason, 'billing_error')
        when s.cancelled_at is not null then coalesce(s.end_reason, 'unsubscribed')
        when has_lapsed then s.end_reason end;
    s.auto_resume_at := told.auto_resume_at;
    s.paused_at := case when told.is_paused or told.auto_resume_at is not null
        then coalesce(s.paused_at, told.order_at) end;
    s.refunded_at := told.refunded_at;
    return s;
end
$$;
