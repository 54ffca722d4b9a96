-- Folds one more piece of evidence into the state of a purchase.
--
-- It is the transition of the aggregate fold_purchase, and is called alone if new evidence is also
-- the newest. `ids` are those of fold_event; for a transfer they are those of all sources.

create function api.fold_purchase_step(
    state entitlements.purchases, evidence entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable
as $$
begin
    return case
        when evidence.kind = 'transfer' then api.fold_transfer(state, evidence, ids)
        when evidence.kind = 'absence' then api.fold_absence(state, evidence, ids)
        when evidence.kind = 'claim' then api.fold_claim(state, evidence, ids)
        when evidence.kind in ('grant', 'revocation', 'adjustment')
            then api.fold_grant(state, evidence)
        when evidence.kind = 'import' then api.fold_import(evidence, evidence.purchase_id)
        else api.fold_event(state, evidence, ids) end;
end
$$;
