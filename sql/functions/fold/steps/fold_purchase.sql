-- Folds the evidence of a purchase and the transfers around it into its state.
--
-- The caller orders the evidence, so that order of arrival and duplicates do not matter:
--     api.fold_purchase(evidence, ids order by order_of(occurred_at, received_at), rank,
--                       evidence_id)

create aggregate api.fold_purchase(entitlements.evidence, text[]) (
    sfunc = api.fold_purchase_step,
    stype = entitlements.purchases
);
