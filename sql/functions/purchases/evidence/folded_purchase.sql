-- Returns the state of a purchase, folded from the start over the evidence up to a moment.
--
-- An import is left out if RevenueCat tells of the purchase, also after the moment.
-- Also folds transfers from app users who may have owned it, and what has no row of evidence: their
-- snapshots, and payments of its order that lack it. Null if no evidence is that old.
-- Other kinds name the app user of their own evidence, whose ids are looked up once for a run of
-- them.
-- Locks: none; a caller that stores the state has locked the purchase.

create function api.folded_purchase(purchase_id uuid, as_of timestamptz default 'infinity')
returns entitlements.purchases
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _holding constant text[] := api.holding_app_user_ids(folded_purchase.purchase_id);
    _purchase entitlements.purchases;
    _step record;
    _named text; _ids text[]; -- The ids of one app user, and under which id they were looked up.
begin
    for _step in
        select step.evidence, (step.evidence).kind as kind, (step.evidence).app_user_id as named
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
                           folded_purchase.purchase_id, _holding, folded_purchase.as_of)
                       as evidence
                union all
                select evidence
                  from api.left_out_evidence(
                           folded_purchase.purchase_id, folded_purchase.as_of) as evidence)
               as step
         order by api.order_of((step.evidence).occurred_at, (step.evidence).received_at),
                  (step.evidence).rank, (step.evidence).evidence_id
    loop
        if _step.kind = 'transfer' then
            _ids := api.transferring_app_user_ids((_step.evidence).evidence_id, _holding);
            _named := null;
        elsif _step.kind = 'snapshot' then
            _ids := api.snapshot_app_user_ids(_step.named, (_step.evidence).occurred_at);
            _named := null;
        elsif _named is distinct from _step.named then
            _ids := api.ids_of_app_user(_step.named);
            _named := _step.named;
        elsif _named is null then
            _ids := '{}';
        end if;
        -- A variable as the argument, so that the step is inlined (plans: rule 6).
        _purchase := api.fold_purchase_step(_purchase, _step.evidence, _ids);
    end loop;
    return _purchase;
end
$$;
