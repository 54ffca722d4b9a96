-- A purchase as it was at a moment of the past: the fold over the evidence up to then. Where that
-- gives no access, and later evidence is the first to tell of a period that ran at the moment, the
-- purchase as that evidence told it, with the owner who was known then.
--
-- internal: called by past_purchases.
-- A customer base that was read from RevenueCat today has a past: the reading says since when the
-- period runs.
-- Locks: none.

create function api.past_purchase(purchase_id uuid, as_of timestamptz)
returns entitlements.purchases
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    s constant entitlements.purchases :=
        api.folded_purchase(past_purchase.purchase_id, past_purchase.as_of);
    l entitlements.purchases;
    _told_at timestamptz;
begin
    if s.access_ends_at > past_purchase.as_of then
        return s;
    end if;
    select told.order_at into _told_at
      from entitlements.evidence told
     where told.tenant_id = entitlements.current_tenant_id()
       and told.purchase_id = past_purchase.purchase_id
       and told.order_at > past_purchase.as_of
       and told.kind <> 'product_change'
       and told.purchased_at <= past_purchase.as_of
       and coalesce(told.expires_at > past_purchase.as_of, true)
       and coalesce(told.purchased_at >= s.period_started_at + interval '1 second', true)
     order by told.order_at, told.rank, told.evidence_id
     limit 1;
    if not found then
        return s;
    end if;
    l := api.folded_purchase(past_purchase.purchase_id, _told_at);
    if (l.access_starts_at <= past_purchase.as_of and past_purchase.as_of < l.access_ends_at)
       is not true then
        return s;
    end if;
    if s.folded_at is not null then
        l.owner_app_user_id := s.owner_app_user_id;
        l.previous_owner_app_user_id := s.previous_owner_app_user_id;
        l.moved_at := s.moved_at;
        l.owner_is_settled := s.owner_is_settled;
    end if;
    return l;
end
$$;
