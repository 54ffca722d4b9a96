-- Gives purchases back to the anonymous app user of an undone merge.
--
-- They moved with the merge and were renewed under the identified id since. A purchase that a
-- transfer moved since stays.
-- Returns the changes for derive. Runs after the ids moved back. The caller has locked the app
-- users.
-- Locks: purchases by id.

create function api.return_purchases(merge entitlements.merges, as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _purchase_id uuid;
    _changes entitlements.changes := api.changes_of();
begin
    for _purchase_id in
        select purchase.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = merge.tenant_id
           and purchase.purchase_id = any (merge.moved_purchase_ids)
           and purchase.owner_app_user_id = merge.app_user_id
           and merge.app_user_id <> merge.anonymous_app_user_id
         order by purchase.purchase_id
    loop
        _changes := api.all_changes(_changes, api.settle_owner(
            _purchase_id, merge.anonymous_app_user_id, merge.merge_id, return_purchases.as_of));
    end loop;
    return _changes;
end
$$;
