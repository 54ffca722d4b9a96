-- Returns why a purchase differed from what RevenueCat says.
--
-- The caller has stored the changes. RevenueCat retries a webhook for 155 minutes: after that a
-- missing event never comes.

create function api.drift_cause(
    snapshot entitlements.snapshots, before entitlements.purchases, after entitlements.purchases)
returns text
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _is_listed constant boolean := after.purchase_id = any (snapshot.purchase_ids);
    _is_new_period constant boolean := before.folded_at is null
        or after.period_started_at >= before.period_started_at + interval '1 second';
    _happened_at constant timestamptz := case
        when after.refunded_at is not null then after.refunded_at
        when _is_new_period then after.period_started_at
        else greatest(after.cancelled_at, after.billing_issue_at) end;
    _untold constant text :=
        case when _happened_at > snapshot.order_at - interval '155 minutes'
             then 'late_event' else 'missed_event' end;
begin
    return case
        when exists (
            select from entitlements.evidence evidence
             cross join lateral (
                   select named.* from entitlements.purchases named
                    where named.tenant_id = _tenant_id and named.purchase_id = evidence.purchase_id
                   offset 0) as other
             where evidence.tenant_id = _tenant_id
               and evidence.transaction_id = after.transaction_id
               and other.store = after.store and other.transaction_id = after.transaction_id
               and other.environment <> after.environment) then 'sandbox_leak'
        -- A snapshot created the purchase before its event came; the event created another.
        when not _is_listed and starts_with(before.chain_id, 'snapshot:')
             and split_part(after.product_id, ':', 1) = any (snapshot.silent_products)
            then 'late_event'
        when before.folded_at is not null and before.owner_uuid is distinct from after.owner_uuid
            then 'transfer_one_sided'
        when after.refunded_at is not null and before.refunded_at is null
            then case when not _is_listed or _untold = 'missed_event'
                      then 'refund_without_event' else _untold end
        when exists (
            select from entitlements.evidence known
             where known.tenant_id = _tenant_id
               and known.evidence_id = before.folded_evidence_id
               and known.occurred_at > known.received_at + interval '15 minutes') then 'clock'
        when not _is_listed then 'missed_event'
        when _is_new_period then _untold
        when before.status_until_end <> after.status_until_end
             or before.will_renew <> after.will_renew
             or before.refunded_at is not null or before.ended_at is not null then _untold
        when before.access_ends_at is distinct from after.access_ends_at
             or before.product_id is distinct from after.product_id then 'changed_upstream'
        when before.entitlement_ids is distinct from after.entitlement_ids
            then 'catalog_changed'
        else 'unknown' end;
end
$$;
