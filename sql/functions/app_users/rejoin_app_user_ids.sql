-- Decides anew which ids are one person, for all people that links connect with the named ids.
-- Answers what that touched.
--
-- internal: called by join_app_user_ids, apply_merge, undo_merge and declare_anonymous.
-- Who is one person follows from the links alone (see part_app_user_ids). An identified id keeps
-- its person; anonymous ids move to it. People are then right, so purchases that a transfer may
-- have moved between them are folded again.
-- Where people who become one are in two households, one of them stays (see settle_memberships).
-- Idempotent: the same links give the same people.
-- Locks: households by id → app users by uuid → purchases by id.

create function api.rejoin_app_user_ids(app_user_ids text[]) returns entitlements.changes
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _component constant text[] := api.lock_linked_app_users(rejoin_app_user_ids.app_user_ids);
    -- Whoever is left without an id has nothing, and nothing is kept of what they had.
    _former constant uuid[] := array(
        select distinct own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_id = any (_component));
    _ids text[];
    _parts integer[];
    _departed uuid[];
begin
    perform api.apply_id_rules(_component);
    select array_agg(placed.app_user_id order by placed.app_user_id),
           array_agg(placed.part order by placed.app_user_id)
      into _ids, _parts
      from api.part_app_user_ids(_component) as placed;
    _departed := api.settle_memberships(_ids, _parts);
    perform api.move_app_user_ids(_ids, _parts);
    perform api.sync_aliases(_ids);
    return api.all_changes(
        api.changes_of(app_user_uuids => array(
            select unnest(_former || _departed)
             union
            select own.app_user_uuid from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_id = any (_ids))),
        api.refold_related_purchases(_component));
end
$$;
