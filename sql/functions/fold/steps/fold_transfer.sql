-- Folds a transfer, which moves what its source owns at that moment in the transfer's store.
--
-- What moves is a store's receipt, so purchases of other stores and grants stay (see
-- moves_by_transfer). It also moves a purchase that a snapshot showed to have left the source: the
-- transfer names the new owner.

create function api.fold_transfer(
    state entitlements.purchases, evidence entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
    _is_moved constant boolean :=
        coalesce(state.owner_app_user_id, state.previous_owner_app_user_id) = any (ids)
        and coalesce(evidence.environment = state.environment, true)
        and api.moves_by_transfer(state.store, evidence.store);
begin
    if not coalesce(_is_moved, false) then
        return _purchase;
    end if;
    if evidence.transferred_to_app_user_id = any (ids) then
        if _purchase.owner_app_user_id is null then
            _purchase.previous_owner_app_user_id := null;
            _purchase.moved_at := null;
        end if;
    elsif _purchase.owner_app_user_id is not null then
        _purchase.previous_owner_app_user_id := _purchase.owner_app_user_id;
        _purchase.moved_at := evidence.order_at;
    end if;
    _purchase.owner_app_user_id := evidence.transferred_to_app_user_id;
    _purchase.owner_is_settled := false;
    _purchase.is_claimed_without_owner := false;
    return _purchase;
end
$$;
