-- Returns a purchase as an import tells it: one period, from the app's own tables.
--
-- It replaces an earlier import; the fold has no other evidence yet.

create function api.fold_import(evidence entitlements.evidence, purchase_id uuid)
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases;
begin
    _purchase.tenant_id := evidence.tenant_id;
    _purchase.purchase_id := fold_import.purchase_id;
    _purchase.environment := evidence.environment;
    _purchase.store := evidence.store;
    _purchase.folded_at := api.order_of(evidence.occurred_at, evidence.received_at);
    _purchase.folded_rank := evidence.rank;
    _purchase.folded_evidence_id := evidence.evidence_id;
    _purchase.owner_app_user_id := evidence.app_user_id;
    _purchase.owner_is_settled := false;
    _purchase.is_claimed_without_owner := false;
    _purchase.product_id := evidence.product_id;
    _purchase.period_type := evidence.period_type;
    _purchase.is_one_time := evidence.is_one_time;
    _purchase.is_family_share := false;
    _purchase.starts_at := evidence.purchased_at;
    _purchase.period_started_at := evidence.purchased_at;
    _purchase.expires_at := evidence.expires_at;
    _purchase.grace_expires_at := evidence.grace_expires_at;
    _purchase.never_expires := evidence.never_expires;
    _purchase.trial_ends_at := case when evidence.period_type = 'trial'
        then evidence.expires_at end;
    _purchase.cancelled_at := evidence.cancelled_at;
    _purchase.billing_issue_at := evidence.billing_issue_at;
    _purchase.refunded_at := evidence.refunded_at;
    _purchase.will_renew := coalesce(
        evidence.will_renew,
        not evidence.is_one_time
        and num_nonnulls(evidence.cancelled_at, evidence.billing_issue_at,
                         evidence.refunded_at) = 0);
    _purchase.end_reason := case
        when evidence.billing_issue_at is not null then 'billing_error'
        when evidence.cancelled_at is not null then 'unsubscribed' end;
    _purchase.access_starts_at := evidence.purchased_at;
    _purchase.access_ends_at := least(evidence.refunded_at, case
        when evidence.never_expires then 'infinity'
        else greatest(evidence.expires_at, evidence.grace_expires_at) end);
    _purchase.status_until_end := case
        when evidence.never_expires then 'lifetime'
        when evidence.billing_issue_at is not null then 'billing_issue'
        when evidence.cancelled_at is not null then 'cancelled'
        when evidence.period_type = 'trial' then 'trialing' else 'active' end;
    _purchase.status_after_end := case
        when evidence.refunded_at is not null then 'refunded' else 'expired' end;
    return _purchase;
end
$$;
