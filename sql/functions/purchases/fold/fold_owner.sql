-- Folds whose a purchase is by evidence that names somebody.
--
-- internal: called by fold_purchase_step.
-- A snapshot says which of RevenueCat's people owns it, not under which of their ids. Where a claim
-- has settled it, naming somebody else says nothing.
-- Pure: reads nothing but its arguments.

create function api.fold_owner(
    state entitlements.purchases, told entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
begin
    if s.owner_is_settled
       or (s.owner_app_user_id = any (ids) and told.kind = 'snapshot') then
        return s;
    elsif s.owner_app_user_id <> all (ids) then
        s.previous_owner_app_user_id := s.owner_app_user_id;
        s.moved_at := told.order_at;
    elsif s.owner_app_user_id is null and s.previous_owner_app_user_id = any (ids) then
        -- It was nobody's for a while, and is back.
        s.previous_owner_app_user_id := null;
        s.moved_at := null;
    end if;
    s.owner_app_user_id := told.app_user_id;
    return s;
end
$$;
