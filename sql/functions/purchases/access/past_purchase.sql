-- Returns a purchase as it was at a past moment: the fold of the evidence up to then.
--
-- If that state gives no access, later evidence may be the first to name a period that ran at the
-- moment. Then the state is as that evidence tells it, with the owner known at the moment. So app
-- users first read from RevenueCat today have a past.

create function api.past_purchase(purchase_id uuid, as_of timestamptz)
returns entitlements.purchases
language plpgsql stable
as $$
declare
    _purchase constant entitlements.purchases :=
        api.folded_purchase(past_purchase.purchase_id, past_purchase.as_of);
    _later entitlements.purchases;
    _told_at timestamptz;
begin
    if _purchase.access_ends_at > past_purchase.as_of then
        return _purchase;
    end if;
    select evidence.order_at into _told_at
      from entitlements.evidence evidence
     where evidence.tenant_id = entitlements.current_tenant_id()
       and evidence.purchase_id = past_purchase.purchase_id
       and evidence.order_at > past_purchase.as_of
       and evidence.kind <> 'product_change'
       and evidence.purchased_at <= past_purchase.as_of
       and coalesce(evidence.expires_at > past_purchase.as_of, true)
       and coalesce(evidence.purchased_at >= _purchase.period_started_at + interval '1 second',
                    true)
     order by evidence.order_at, evidence.rank, evidence.evidence_id
     limit 1;
    if not found then
        return _purchase;
    end if;
    _later := api.folded_purchase(past_purchase.purchase_id, _told_at);
    if (_later.access_starts_at <= past_purchase.as_of
        and past_purchase.as_of < _later.access_ends_at) is not true then
        return _purchase;
    end if;
    if _purchase.folded_at is not null then
        _later.owner_app_user_id := _purchase.owner_app_user_id;
        _later.previous_owner_app_user_id := _purchase.previous_owner_app_user_id;
        _later.moved_at := _purchase.moved_at;
        _later.owner_is_settled := _purchase.owner_is_settled;
    end if;
    return _later;
end
$$;
