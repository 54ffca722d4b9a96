-- Folds the purchases with evidence under a related id again, if joining ids can have changed them.
--
-- Returns all of them as changed. The caller has locked the app users.
-- A fold asks which ids are one app user in two cases: the evidence names several ids, or the app
-- users have a transfer or a snapshot. In any other case the state stays what it is.
-- Idempotent: the same evidence folds to the same state.
-- Locks: purchases by id.

create function api.refold_related_purchases(app_user_ids text[]) returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _related constant text[] := api.related_app_user_ids(refold_related_purchases.app_user_ids);
    _has_moves constant boolean :=
        exists (select from entitlements.transfer_sides side
                 where side.tenant_id = _tenant_id and side.app_user_id = any (_related))
        or exists (select from entitlements.snapshots snapshot
                    where snapshot.tenant_id = _tenant_id
                      and snapshot.app_user_id = any (_related));
    _changes entitlements.changes := api.changes_of();
    _refolded entitlements.purchases[];
begin
    select coalesce(array_agg(held.purchase_id), '{}'),
           coalesce(array_agg(held.owner_uuid) || array_agg(held.previous_owner_uuid), '{}'),
           array_agg(held.purchase) filter (where _has_moves or exists (
               select from entitlements.evidence evidence
                where evidence.tenant_id = _tenant_id and evidence.purchase_id = held.purchase_id
                  and evidence.app_user_id is distinct from held.owner_app_user_id))
      into _changes.purchase_ids, _changes.owner_uuids, _refolded
      from (select purchase.purchase_id, purchase.owner_uuid, purchase.previous_owner_uuid,
                   purchase.owner_app_user_id, purchase
              from entitlements.purchases purchase
             where purchase.tenant_id = _tenant_id
               and purchase.purchase_id in (
                   select evidence.purchase_id from entitlements.evidence evidence
                    where evidence.tenant_id = _tenant_id and evidence.app_user_id = any (_related))
             order by purchase.purchase_id
               for no key update) as held;
    if _refolded is not null then
        _changes.owner_uuids := _changes.owner_uuids || (api.store_purchases(_refolded, array(
            select api.folded_purchase(again.purchase_id)
              from unnest(_refolded) as again))).owner_uuids;
    end if;
    return _changes;
end
$$;
