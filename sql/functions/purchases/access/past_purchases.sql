-- Returns what an app user owned, or had owned, at a past moment.
--
-- Folds the evidence up to the moment, so no history table is needed.

create function api.past_purchases(app_user_uuid uuid, environment text, as_of timestamptz)
returns setof entitlements.purchases
language plpgsql stable rows 4
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := array(
        select own.app_user_id from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id
           and own.app_user_uuid = past_purchases.app_user_uuid);
    _related constant text[] := api.related_app_user_ids(_ids);
    _purchase entitlements.purchases;
begin
    for _purchase in
        select (past.purchase).*
          from (select api.past_purchase(candidate.purchase_id, past_purchases.as_of) as purchase
                  from (select distinct evidence.purchase_id
                          from entitlements.evidence evidence
                         where evidence.tenant_id = _tenant_id
                           and evidence.app_user_id = any (_related)
                           and evidence.environment = past_purchases.environment) as candidate
                offset 0) as past
         where (past.purchase).owner_app_user_id = any (_ids)
            or (past.purchase).previous_owner_app_user_id = any (_ids)
    loop
        return next api.resolve_owner_uuids(_purchase);
    end loop;
end
$$;
