-- Folds one more piece of evidence into the state of a purchase.
--
-- It is the transition of the aggregate fold_purchase, and is called alone if new evidence is also
-- the newest. `ids` are those of fold_event; for a transfer they are those of all sources.
-- Pure: reads only its arguments.

create function api.fold_purchase_step(
    state entitlements.purchases, told entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
begin
    return case
        when told.kind = 'transfer' then api.fold_transfer(state, told, ids)
        when told.kind = 'absence' then api.fold_absence(state, told, ids)
        when told.kind = 'claim' then api.fold_claim(state, told, ids)
        when told.kind in ('grant', 'revocation', 'adjustment') then api.fold_grant(state, told)
        when told.kind = 'import' then api.fold_import(told, told.purchase_id)
        else api.fold_event(state, told, ids) end;
end
$$;
