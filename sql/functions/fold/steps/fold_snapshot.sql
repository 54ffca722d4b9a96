-- Folds what a snapshot lists of a purchase: it replaces all earlier evidence.
--
-- API version 1 has four gaps:
-- - Times are to the second, so a known finer time stays.
-- - The plan of a Play product may be missing.
-- - An entitlement is listed at only one product that grants it, so a missing one stays.
-- - For an unpaid subscription the expiry is the end of grace. The end of the period stays as
--   events told it. After the payment, the old end of grace is still listed: it counts only while
--   the subscription is unpaid.
-- Version 2 names no end of grace, so the end that an event told stays. Without it, access beyond
-- the expiry lasts a day. The app user is read again by then.

create function api.fold_snapshot(state entitlements.purchases, evidence entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
    _purchased_at constant timestamptz :=
        coalesce(evidence.purchased_at, evidence.original_purchased_at, evidence.order_at);
    -- Stores charge hours before a period begins. Only a first period starts at its charge: for a
    -- later one, the previous period may be missing.
    _started_at constant timestamptz := case
        when evidence.original_purchased_at < _purchased_at
            then least(_purchased_at, evidence.order_at)
        else api.begun_at(_purchased_at, evidence.occurred_at, evidence.received_at) end;
    _never_expires constant boolean := coalesce(
        evidence.never_expires, evidence.is_one_time and evidence.expires_at is null, false);
    _is_later constant boolean := _purchased_at >= state.period_started_at + interval '1 second';
    _is_grace_only constant boolean := coalesce(
        not _is_later and evidence.gives_access is null and evidence.billing_issue_at is not null
            and state.expires_at < evidence.grace_expires_at
            and evidence.expires_at <= evidence.grace_expires_at, false);
    _has_lapsed constant boolean := not _never_expires
        and coalesce(evidence.expires_at <= evidence.order_at, true);
begin
    -- A running purchase keeps its start, so that access has no gap. Events may have named only a
    -- later period.
    if _purchase.starts_at is null or _purchase.access_ends_at < _started_at
       or _purchase.starts_at >= _started_at + interval '1 second' then
        _purchase.starts_at := _started_at;
    end if;
    _purchase.end_reason := case when not _is_later then _purchase.end_reason end;
    _purchase.period_started_at := api.keep_finer_time(_purchase.period_started_at, _purchased_at);
    _purchase.product_id := case
        when evidence.product_id = split_part(_purchase.product_id, ':', 1)
            then _purchase.product_id
        else coalesce(evidence.product_id, _purchase.product_id) end;
    if _is_later or api.is_named_product(_purchase.pending_product_id, _purchase.product_id) then
        _purchase.pending_product_id := null;
    end if;
    _purchase.entitlement_ids := case
        when evidence.gives_access is not null
            then coalesce(evidence.entitlement_ids, _purchase.entitlement_ids)
        else nullif(_purchase.entitlement_ids || array(
            select named.id from unnest(evidence.entitlement_ids) as named (id)
             where (named.id = any (_purchase.entitlement_ids)) is not true), '{}') end;
    _purchase.period_type := coalesce(evidence.period_type, _purchase.period_type);
    _purchase.transaction_id := coalesce(evidence.transaction_id, _purchase.transaction_id);
    _purchase.never_expires := _never_expires;
    _purchase.expires_at := case when _is_grace_only then _purchase.expires_at
        else api.keep_finer_time(_purchase.expires_at, evidence.expires_at) end;
    if _purchase.period_type = 'trial' then
        _purchase.trial_ends_at := _purchase.expires_at;
    end if;
    _purchase.grace_expires_at := case
        when evidence.grace_expires_at is not null and evidence.billing_issue_at is not null
        then api.keep_finer_time(
            _purchase.grace_expires_at, least(evidence.grace_expires_at, evidence.expires_at))
        when evidence.gives_access and evidence.has_billing_issue
            then _purchase.grace_expires_at end;
    _purchase := api.fold_snapshot_marks(_purchase, evidence, _has_lapsed);
    _purchase.ended_at := null;
    -- Version 2 says that a one-time purchase gives access even after its duration.
    return case
        when evidence.is_one_time and evidence.store <> 'promotional' and evidence.gives_access
            then _purchase
        when evidence.gives_access and _has_lapsed or not evidence.gives_access and not _has_lapsed
        then api.fold_given_access(_purchase, state, evidence) else _purchase end;
end
$$;
