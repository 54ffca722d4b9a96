-- Folds an event or a snapshot of RevenueCat into the state of a purchase.
--
-- Only this function, and those that it calls, decide what they mean. On an import, only a
-- requested product change is folded: it names no period, and the imported one stays.
-- `ids` are all ids of the app user that the evidence names, so that a purchase under another id of
-- its owner does not move. For a snapshot they are those of all app users that RevenueCat counts as
-- one.
-- Other kinds are refused, unless the table of kinds says what they do.
-- Raises: evidence_kind_unknown 422.

create function api.fold_event(
    state entitlements.purchases, evidence entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
    _does constant text := entitlements.evidence_does(evidence.kind);
begin
    if _purchase.folded_rank is distinct from entitlements.evidence_rank('import') then
        _purchase.folded_at := api.order_of(evidence.occurred_at, evidence.received_at);
        _purchase.folded_rank := evidence.rank;
        _purchase.folded_evidence_id := evidence.evidence_id;
    end if;
    _purchase.tenant_id := evidence.tenant_id;
    _purchase.purchase_id := evidence.purchase_id;
    _purchase.environment := evidence.environment;
    _purchase.store := evidence.store;
    if _purchase.owner_app_user_id is distinct from evidence.app_user_id
       and (evidence.kind = 'snapshot' or not api.is_stale_event(state, evidence)) then
        _purchase := api.fold_owner(_purchase, evidence, ids);
    end if;
    _purchase.is_one_time := coalesce(_purchase.is_one_time, false)
        or coalesce(evidence.is_one_time, false) or evidence.kind = 'non_renewing_purchase';
    _purchase.is_family_share := coalesce(evidence.is_family_share, _purchase.is_family_share,
                                          false);
    _purchase.quantity := coalesce(evidence.quantity, _purchase.quantity);
    _purchase.never_expires := coalesce(_purchase.never_expires, false);
    _purchase.owner_is_settled := coalesce(_purchase.owner_is_settled, false);
    _purchase.is_claimed_without_owner := coalesce(_purchase.is_claimed_without_owner, false);
    _purchase.will_renew := coalesce(_purchase.will_renew, false);
    -- Counts only if the catalog lacks the product. A missing list takes nothing away, and word of
    -- a former period does not say what this one gives; a payment can change what runs.
    if evidence.entitlement_ids is not null and _does <> 'reads'
       and not (case when _does in ('pays', 'lends') then api.is_former_payment(state, evidence)
                     else api.is_stale_event(state, evidence) end) then
        _purchase.entitlement_ids := evidence.entitlement_ids;
    end if;
    case _does
        when 'reads' then _purchase := case
            when state.starts_at is null and evidence.is_pending
                then api.fold_pending(_purchase, evidence)
            else api.fold_snapshot(_purchase, evidence) end;
        when 'asks' then _purchase := api.fold_product_change(_purchase, evidence);
        when 'marks' then _purchase := api.fold_mark(_purchase, evidence);
        when 'pays', 'lends', 'changes' then _purchase := api.fold_period(_purchase, evidence);
        else raise sqlstate 'PT422' using message = 'evidence_kind_unknown',
            detail = 'No rule says what this kind of evidence does to a purchase.';
    end case;
    -- Family members never paid: their share ends, and nothing was refunded to them.
    if _purchase.is_family_share then
        _purchase.ended_at := least(_purchase.ended_at, _purchase.refunded_at);
        _purchase.refunded_at := null;
        _purchase.end_reason := nullif(_purchase.end_reason, 'refunded');
    end if;
    -- Expiry or grace ends access, the later of them. A period without a known end gives none.
    _purchase.access_starts_at := coalesce(_purchase.starts_at, 'infinity');
    _purchase.access_ends_at := least(_purchase.refunded_at, _purchase.ended_at, case
        when _purchase.starts_at is null then '-infinity'
        when _purchase.never_expires then 'infinity'
        else coalesce(greatest(_purchase.expires_at, _purchase.grace_expires_at), '-infinity') end);
    _purchase.status_until_end := case -- The status that needs action comes first.
        when _purchase.store = 'promotional' then 'granted'
        when _purchase.never_expires then 'lifetime'
        when _purchase.billing_issue_at is not null then 'billing_issue'
        when _purchase.paused_at is not null then 'paused'
        when _purchase.cancelled_at is not null then 'cancelled'
        when _purchase.period_type = 'trial' then 'trialing' else 'active' end;
    _purchase.status_after_end := case when _purchase.refunded_at is not null then 'refunded'
        when _purchase.starts_at is null
             and (evidence.is_pending or state.status_after_end = 'pending') then 'pending'
        when _purchase.paused_at is not null then 'paused' else 'expired' end;
    return _purchase;
end
$$;
