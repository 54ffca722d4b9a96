-- Returns the state of a purchase, folded from the start over the evidence up to a moment.
--
-- An import is left out if RevenueCat tells of the purchase, also after the moment.
-- Also folds transfers from app users who may have owned it, and their snapshots that have no row
-- of evidence for it. Null if no evidence is that old.
-- Locks: none; a caller that stores the state has locked the purchase.

create function api.folded_purchase(purchase_id uuid, as_of timestamptz default 'infinity')
returns entitlements.purchases
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _holding constant text[] := api.holding_app_user_ids(folded_purchase.purchase_id);
    _purchase entitlements.purchases;
begin
    select (api.fold_purchase(step.told, case (step.told).kind
                    when 'transfer' then api.transferring_app_user_ids(
                        (step.told).evidence_id, _holding)
                    when 'snapshot' then api.snapshot_app_user_ids(
                        (step.told).app_user_id, (step.told).occurred_at)
                    else api.ids_of_app_user((step.told).app_user_id) end
                order by (step.told).order_at, (step.told).rank, (step.told).evidence_id)).*
      into _purchase
      from (select told
              from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.purchase_id = folded_purchase.purchase_id
               and told.order_at <= folded_purchase.as_of
               and (told.kind <> 'import' or not api.is_outranked(told.purchase_id))
            union all
            select told
              from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.evidence_id in (
                   select side.evidence_id from entitlements.transfer_sides side
                    where side.tenant_id = _tenant_id
                      and side.app_user_id = any (_holding) and side.side = 'from')
               and told.order_at <= folded_purchase.as_of
            union all
            select told
              from api.unstored_evidence(
                       folded_purchase.purchase_id, _holding, folded_purchase.as_of) as told)
           as step;
    return _purchase;
end
$$;
