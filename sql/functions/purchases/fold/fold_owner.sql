-- Folds the owner that evidence names.
--
-- Two kinds of evidence change nothing:
-- - a snapshot of the present owner under another id: a snapshot names the app user, not the id;
-- - any evidence, once a claim has settled the owner.
-- Pure: reads only its arguments.

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
        -- The purchase had no owner for a while, and is back.
        s.previous_owner_app_user_id := null;
        s.moved_at := null;
    end if;
    s.owner_app_user_id := told.app_user_id;
    return s;
end
$$;
