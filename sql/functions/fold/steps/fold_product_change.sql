-- Folds a requested product change: it grants nothing, and says what is to come.
--
-- A purchase or renewal of the new product makes the change. Nothing is to come if the request
-- names the product that runs: the change was made already, or was taken back.
-- If Play changes a product at once, it sells a new subscription, and the old one ends at the
-- earlier expiry that the request names. Other stores go on with the same one.

create function api.fold_product_change(
    state entitlements.purchases, evidence entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
begin
    _purchase.product_id := coalesce(_purchase.product_id, evidence.product_id);
    if api.is_named_product(evidence.new_product_id, _purchase.product_id) then
        _purchase.pending_product_id := null;
    elsif not api.is_stale_event(state, evidence) then
        _purchase.pending_product_id := coalesce(evidence.new_product_id, state.pending_product_id);
        if evidence.store = 'play_store' and evidence.expires_at < _purchase.expires_at
           and (evidence.new_product_id is null or evidence.expires_at <= evidence.order_at) then
            _purchase.expires_at := evidence.expires_at;
            _purchase.ended_at := evidence.expires_at;
            _purchase.pending_product_id := null;
            _purchase.will_renew := false;
        end if;
    end if;
    return _purchase;
end
$$;
