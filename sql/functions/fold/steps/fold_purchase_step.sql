-- Folds one more piece of evidence into the state of a purchase.
--
-- It is the transition of the aggregate fold_purchase, and is called alone if new evidence is also
-- the newest. `ids` are those of fold_event; for a transfer they are those of all sources.

create function api.fold_purchase_step(
    state entitlements.purchases, evidence entitlements.evidence, ids text[])
returns entitlements.purchases
language sql immutable
return case entitlements.evidence_does(evidence.kind)
    when 'moves' then api.fold_transfer(state, evidence, ids)
    when 'misses' then api.fold_absence(state, evidence, ids)
    when 'claims' then api.fold_claim(state, evidence, ids)
    when 'gives' then api.fold_grant(state, evidence)
    when 'revokes' then api.fold_grant(state, evidence)
    when 'imports' then api.fold_import(evidence, evidence.purchase_id)
    else api.fold_event(state, evidence, ids) end; -- It refuses what it does not know.
