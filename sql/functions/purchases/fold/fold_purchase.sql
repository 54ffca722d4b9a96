-- The fold: the state of a purchase from the set of its evidence and of the transfers around it.
--
-- internal: called by folded_purchase. Order is given by the caller:
--     api.fold_purchase(told, ids order by order_at, rank, evidence_id)
-- so that order of arrival and duplicates cannot matter.

create aggregate api.fold_purchase(entitlements.evidence, text[]) (
    sfunc = api.fold_purchase_step,
    stype = entitlements.purchases
);
