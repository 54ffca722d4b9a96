-- Stores as evidence who owns a purchase, so that only a transfer or a claim moves it.
--
-- Returns what changed. The caller has locked the app users. `decision_id` is the claimed orphan,
-- or the merge that was undone.
-- Locks: the purchase.

create function api.settle_owner(
    purchase_id uuid, app_user_id text, decision_id uuid, as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _purchase entitlements.purchases;
    _evidence entitlements.evidence;
begin
    select purchase.* into strict _purchase from entitlements.purchases purchase
     where purchase.tenant_id = entitlements.current_tenant_id()
       and purchase.purchase_id = settle_owner.purchase_id
       for no key update;
    _evidence.tenant_id := _purchase.tenant_id;
    _evidence.evidence_id := 'claim:' || settle_owner.decision_id || ':' || _purchase.purchase_id;
    _evidence.purchase_id := _purchase.purchase_id;
    _evidence.kind := 'claim';
    -- Later than all folded evidence, including what RevenueCat's clock dated ahead.
    _evidence.occurred_at := greatest(settle_owner.as_of, _purchase.folded_at, (
        select max(api.order_of(moved.occurred_at, moved.received_at))
          from entitlements.transfer_sides side
          join entitlements.evidence moved
            on moved.tenant_id = side.tenant_id and moved.evidence_id = side.evidence_id
         where side.tenant_id = _purchase.tenant_id and side.side = 'from'
           and side.app_user_id = any (api.holding_app_user_ids(_purchase.purchase_id))
           and moved.order_at <= settle_owner.as_of));
    -- A place more than 15 minutes ahead of the receipt would not count (see order_of).
    _evidence.received_at := greatest(
        settle_owner.as_of, _evidence.occurred_at - interval '15 minutes');
    _evidence.environment := _purchase.environment;
    _evidence.store := _purchase.store;
    _evidence.app_user_id := settle_owner.app_user_id;
    perform api.add_evidence(array[_evidence], array[_purchase.purchase_id]);
    return api.store_purchases(
        array[_purchase], array[api.folded_purchase(_purchase.purchase_id)]);
end
$$;
