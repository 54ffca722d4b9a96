-- Folds a requested product change: it grants nothing, and says what is to come.
--
-- A purchase or renewal of the new product makes the change. Nothing is to come if the request
-- names the product that runs: the change was made already, or was taken back.
-- If Play changes a product at once, it sells a new subscription, and the old one ends at the
-- earlier expiry that the request names. Other stores go on with the same one.
-- Pure: reads only its arguments.

create function api.fold_product_change(
    state entitlements.purchases, told entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    _purchase entitlements.purchases := state;
begin
    _purchase.product_id := coalesce(_purchase.product_id, told.product_id);
    if api.is_named_product(told.new_product_id, _purchase.product_id) then
        _purchase.pending_product_id := null;
    elsif not api.is_stale_event(state, told) then
        _purchase.pending_product_id := coalesce(told.new_product_id, state.pending_product_id);
        if told.store = 'play_store' and told.expires_at < _purchase.expires_at
           and (told.new_product_id is null or told.expires_at <= told.order_at) then
            _purchase.expires_at := told.expires_at;
            _purchase.ended_at := told.expires_at;
            _purchase.pending_product_id := null;
            _purchase.will_renew := false;
        end if;
    end if;
    return _purchase;
end
$$;
