-- Folds a transfer, which moves what its source owns at that moment.
--
-- It also moves a purchase that a snapshot showed to have left the source: the transfer names the
-- new owner.
-- Pure: reads only its arguments.

create function api.fold_transfer(
    state entitlements.purchases, told entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
    _is_moved constant boolean :=
        coalesce(state.owner_app_user_id, state.previous_owner_app_user_id) = any (ids)
        and coalesce(told.environment = state.environment, true);
begin
    if not coalesce(_is_moved, false) then
        return s;
    end if;
    if told.transferred_to_app_user_id = any (ids) then
        if s.owner_app_user_id is null then
            s.previous_owner_app_user_id := null;
            s.moved_at := null;
        end if;
    elsif s.owner_app_user_id is not null then
        s.previous_owner_app_user_id := s.owner_app_user_id;
        s.moved_at := told.order_at;
    end if;
    s.owner_app_user_id := told.transferred_to_app_user_id;
    s.owner_is_settled := false;
    return s;
end
$$;
