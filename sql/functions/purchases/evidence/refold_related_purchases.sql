-- Folds every purchase with evidence under a related id again from the start.
--
-- The caller has locked the app users.
-- Idempotent: the same evidence folds to the same state.
-- Locks: purchases by id.

create function api.refold_related_purchases(app_user_ids text[]) returns entitlements.changes
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _related constant text[] := api.related_app_user_ids(refold_related_purchases.app_user_ids);
    _purchase_ids uuid[];
begin
    _purchase_ids := array(
        select purchase.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id in (
               select told.purchase_id from entitlements.evidence told
                where told.tenant_id = _tenant_id and told.app_user_id = any (_related))
         order by purchase.purchase_id
           for no key update);
    return api.store_purchases(array(
        select api.folded_purchase(held.purchase_id)
          from unnest(_purchase_ids) as held (purchase_id)));
end
$$;
