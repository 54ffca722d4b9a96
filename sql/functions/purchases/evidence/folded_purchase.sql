-- Returns the state of a purchase, folded from the start over the evidence up to a moment.
--
-- An import is left out if RevenueCat tells of the purchase, also after the moment.
-- Also folds transfers from app users who may have owned it, and what has no row of evidence: their
-- snapshots, and payments of its order that lack it. Null if no evidence is that old.
-- Other kinds name the app user of their own evidence.
-- Locks: none; a caller that stores the state has locked the purchase.

create function api.folded_purchase(purchase_id uuid, as_of timestamptz default 'infinity')
returns entitlements.purchases
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _holding constant text[] := api.holding_app_user_ids(folded_purchase.purchase_id);
    _purchase entitlements.purchases;
begin
    select (api.fold_purchase(step.evidence, case (step.evidence).kind
                    when 'transfer' then api.transferring_app_user_ids(
                        (step.evidence).evidence_id, _holding)
                    when 'snapshot' then api.snapshot_app_user_ids(
                        (step.evidence).app_user_id, (step.evidence).occurred_at)
                    else api.ids_of_app_user((step.evidence).app_user_id) end
                order by api.order_of((step.evidence).occurred_at,
                                      (step.evidence).received_at),
                    (step.evidence).rank, (step.evidence).evidence_id)).*
      into _purchase
      from (select evidence
              from entitlements.evidence evidence
             where evidence.tenant_id = _tenant_id
               and evidence.purchase_id = folded_purchase.purchase_id
               and evidence.order_at <= folded_purchase.as_of
               and (evidence.kind <> 'import' or not exists (
                    -- A requested product change names no period, and a claim only an owner.
                    select from entitlements.evidence other
                     where other.tenant_id = _tenant_id
                       and other.purchase_id = folded_purchase.purchase_id
                       and entitlements.evidence_does(other.kind)
                           not in ('imports', 'asks', 'claims')))
            union all
            select evidence
              from entitlements.evidence evidence
             where evidence.tenant_id = _tenant_id
               and evidence.evidence_id in (
                   select side.evidence_id from entitlements.transfer_sides side
                    where side.tenant_id = _tenant_id
                      and side.app_user_id = any (_holding) and side.side = 'from')
               and evidence.order_at <= folded_purchase.as_of
            union all
            select evidence
              from api.unstored_evidence(
                       folded_purchase.purchase_id, _holding, folded_purchase.as_of) as evidence
            union all
            select evidence
              from api.left_out_evidence(
                       folded_purchase.purchase_id, folded_purchase.as_of) as evidence)
           as step;
    return _purchase;
end
$$;
