-- Folds a grant of the tenant, its revocation, or an adjustment of credits.
--
-- Each has one owner, the id that it was given to. A grant has one span, which a revocation ends at
-- that moment. An adjustment gives no access.
-- Other kinds do not come here (see fold_purchase_step).

create function api.fold_grant(state entitlements.purchases, evidence entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
begin
    _purchase.tenant_id := evidence.tenant_id;
    _purchase.purchase_id := evidence.purchase_id;
    _purchase.environment := evidence.environment;
    _purchase.store := evidence.store;
    _purchase.folded_at := api.order_of(evidence.occurred_at, evidence.received_at);
    _purchase.folded_rank := evidence.rank;
    _purchase.folded_evidence_id := evidence.evidence_id;
    if evidence.kind = 'revocation' then
        _purchase.ended_at := evidence.order_at;
        _purchase.end_reason := 'developer_initiated';
    else
        _purchase.owner_app_user_id := evidence.app_user_id;
        _purchase.owner_is_settled := false;
        _purchase.is_claimed_without_owner := false;
        _purchase.product_id := evidence.product_id;
        _purchase.entitlement_ids := evidence.entitlement_ids;
        _purchase.period_type := evidence.period_type;
        _purchase.is_one_time := true;
        _purchase.is_family_share := false;
        _purchase.will_renew := false;
        _purchase.starts_at := evidence.purchased_at;
        _purchase.period_started_at := evidence.purchased_at;
        _purchase.expires_at := evidence.expires_at;
        _purchase.never_expires := evidence.kind = 'grant' and evidence.expires_at is null;
    end if;
    _purchase.access_starts_at := case
        when evidence.kind = 'adjustment' then 'infinity' else _purchase.starts_at end;
    _purchase.access_ends_at := case
        when evidence.kind = 'adjustment' then '-infinity'
        else least(_purchase.ended_at, coalesce(_purchase.expires_at, 'infinity')) end;
    _purchase.status_until_end := 'granted';
    _purchase.status_after_end := 'expired';
    return _purchase;
end
$$;
