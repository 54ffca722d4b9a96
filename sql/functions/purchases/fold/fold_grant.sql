-- Folds a grant of the tenant, its revocation, or an adjustment of credits.
--
-- Each has one owner, the id that it was given to. A grant has one span, which a revocation ends at
-- that moment. An adjustment gives no access.
-- Pure: reads only its arguments.

create function api.fold_grant(state entitlements.purchases, told entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    _purchase entitlements.purchases := state;
begin
    _purchase.tenant_id := told.tenant_id;
    _purchase.purchase_id := told.purchase_id;
    _purchase.environment := told.environment;
    _purchase.store := told.store;
    _purchase.folded_at := told.order_at;
    _purchase.folded_rank := told.rank;
    _purchase.folded_evidence_id := told.evidence_id;
    if told.kind = 'revocation' then
        _purchase.ended_at := told.order_at;
        _purchase.end_reason := 'developer_initiated';
    else
        _purchase.owner_app_user_id := told.app_user_id;
        _purchase.owner_is_settled := false;
        _purchase.is_claimed_without_owner := false;
        _purchase.product_id := told.product_id;
        _purchase.entitlement_ids := told.entitlement_ids;
        _purchase.period_type := told.period_type;
        _purchase.is_one_time := true;
        _purchase.is_family_share := false;
        _purchase.will_renew := false;
        _purchase.starts_at := told.purchased_at;
        _purchase.period_started_at := told.purchased_at;
        _purchase.expires_at := told.expires_at;
        _purchase.never_expires := told.kind = 'grant' and told.expires_at is null;
    end if;
    _purchase.access_starts_at := case
        when told.kind = 'adjustment' then 'infinity' else _purchase.starts_at end;
    _purchase.access_ends_at := case
        when told.kind = 'adjustment' then '-infinity'
        else least(_purchase.ended_at, coalesce(_purchase.expires_at, 'infinity')) end;
    _purchase.status_until_end := 'granted';
    _purchase.status_after_end := 'expired';
    return _purchase;
end
$$;
