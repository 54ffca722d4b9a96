-- Returns a purchase as an import tells it: one period, from the app's own tables.
--
-- It replaces an earlier import; the fold has no other evidence yet.
-- Pure: reads only its arguments.

create function api.fold_import(told entitlements.evidence, purchase_id uuid)
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    _purchase entitlements.purchases;
begin
    _purchase.tenant_id := told.tenant_id;
    _purchase.purchase_id := fold_import.purchase_id;
    _purchase.environment := told.environment;
    _purchase.store := told.store;
    _purchase.folded_at := told.order_at;
    _purchase.folded_rank := told.rank;
    _purchase.folded_evidence_id := told.evidence_id;
    _purchase.owner_app_user_id := told.app_user_id;
    _purchase.owner_is_settled := false;
    _purchase.is_claimed_without_owner := false;
    _purchase.product_id := told.product_id;
    _purchase.period_type := told.period_type;
    _purchase.is_one_time := told.is_one_time;
    _purchase.is_family_share := false;
    _purchase.starts_at := told.purchased_at;
    _purchase.period_started_at := told.purchased_at;
    _purchase.expires_at := told.expires_at;
    _purchase.grace_expires_at := told.grace_expires_at;
    _purchase.never_expires := told.never_expires;
    _purchase.trial_ends_at := case when told.period_type = 'trial' then told.expires_at end;
    _purchase.cancelled_at := told.cancelled_at;
    _purchase.billing_issue_at := told.billing_issue_at;
    _purchase.refunded_at := told.refunded_at;
    _purchase.will_renew := coalesce(
        told.will_renew,
        not told.is_one_time
        and num_nonnulls(told.cancelled_at, told.billing_issue_at, told.refunded_at) = 0);
    _purchase.end_reason := case
        when told.billing_issue_at is not null then 'billing_error'
        when told.cancelled_at is not null then 'unsubscribed' end;
    _purchase.access_starts_at := told.purchased_at;
    _purchase.access_ends_at := least(told.refunded_at, case
        when told.never_expires then 'infinity'
        else greatest(told.expires_at, told.grace_expires_at) end);
    _purchase.status_until_end := case
        when told.never_expires then 'lifetime'
        when told.billing_issue_at is not null then 'billing_issue'
        when told.cancelled_at is not null then 'cancelled'
        when told.period_type = 'trial' then 'trialing' else 'active' end;
    _purchase.status_after_end := case
        when told.refunded_at is not null then 'refunded' else 'expired' end;
    return _purchase;
end
$$;
