-- Folds an event or a snapshot of RevenueCat into the state of a purchase.
--
-- Only this function, and those that it calls, decide what they mean. On an import, only a
-- requested product change is folded: it names no period, and the imported one stays.
-- `ids` are all ids of the app user that the evidence names, so that a purchase under another id of
-- its owner does not move. For a snapshot they are those of all app users that RevenueCat counts as
-- one.

create function api.fold_event(
    state entitlements.purchases, evidence entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
    _opens constant boolean := evidence.kind
        in ('initial_purchase', 'renewal', 'non_renewing_purchase',
        'temporary_entitlement_grant', 'subscription_extended', 'uncancellation',
        'refund_reversed');
begin
    if _purchase.folded_rank is distinct from entitlements.evidence_rank('import') then
        _purchase.folded_at := evidence.order_at;
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
    _purchase.never_expires := coalesce(_purchase.never_expires, false);
    _purchase.owner_is_settled := coalesce(_purchase.owner_is_settled, false);
    _purchase.is_claimed_without_owner := coalesce(_purchase.is_claimed_without_owner, false);
    _purchase.will_renew := coalesce(_purchase.will_renew, false);
    if evidence.kind = 'snapshot' then
        _purchase := api.fold_snapshot(_purchase, evidence);
    else
        -- Counts only if the catalog lacks the product. A missing list takes nothing away.
        _purchase.entitlement_ids := coalesce(evidence.entitlement_ids, _purchase.entitlement_ids);
        if evidence.kind = 'product_change' then
            _purchase := api.fold_product_change(_purchase, evidence);
        else
            _purchase := case
                when _opens then api.fold_period(_purchase, evidence)
                else api.fold_mark(_purchase, evidence) end;
        end if;
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
        when _purchase.paused_at is not null then 'paused' else 'expired' end;
    return _purchase;
end
$$;
