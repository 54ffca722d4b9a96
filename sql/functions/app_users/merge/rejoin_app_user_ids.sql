-- Decides again which ids are one app user, for ids that no link connects with others.
--
-- Returns the changes for derive. The caller has locked their app users, and got the ids from
-- lock_linked_app_users; a link removed since only makes them more than needed. The links alone
-- decide (see partition_app_user_ids). An identified id keeps its app user, and anonymous ids move
-- to it. Purchases that a transfer may have moved between these app users are then folded again.
-- If joined app users are in two households, one membership stays (see settle_memberships).
-- Idempotent: the same links give the same app users.
-- Locks: purchases by id.

create function api.rejoin_app_user_ids(app_user_ids text[]) returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- derive also clears the rows of an app user that is left without an id.
    _former constant uuid[] := array(
        select distinct own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id
           and own.app_user_id = any (rejoin_app_user_ids.app_user_ids));
    _ids text[];
    _parts integer[];
    _departed uuid[];
begin
    perform api.apply_id_rules(rejoin_app_user_ids.app_user_ids);
    select array_agg(placed.app_user_id order by placed.app_user_id),
           array_agg(placed.part order by placed.app_user_id)
      into _ids, _parts
      from api.partition_app_user_ids(rejoin_app_user_ids.app_user_ids) as placed;
    _departed := api.settle_memberships(_ids, _parts);
    perform api.move_app_user_ids(_ids, _parts);
    perform api.sync_aliases(_ids);
    return api.all_changes(
        api.changes_of(app_user_uuids => array(
            select unnest(_former || _departed)
             union
            select own.app_user_uuid from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_id = any (_ids))),
        api.refold_related_purchases(rejoin_app_user_ids.app_user_ids));
end
$$;
