-- Returns whether a transfer moves purchases of a store: what the receipt of its store holds.
--
-- The App Store and the Mac App Store are one. Grants are on no receipt, so they stay, unless the
-- transfer is about those of RevenueCat. If the transfer names no store, everything that was bought
-- moves; a purchase whose store is unknown moves with any.

create function api.moves_by_transfer(purchase_store text, transfer_store text) returns boolean
language sql immutable
return case
    when purchase_store = 'hearth' then false
    when purchase_store = 'promotional' then coalesce(transfer_store = 'promotional', false)
    when coalesce(transfer_store, 'unknown') = 'unknown' or purchase_store = 'unknown' then true
    when purchase_store in ('app_store', 'mac_app_store')
    then transfer_store in ('app_store', 'mac_app_store')
    else purchase_store = transfer_store end;
