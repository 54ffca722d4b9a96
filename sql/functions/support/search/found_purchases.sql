-- Returns the owners of purchases, and the app users of merges, whose id begins with a text.

create function api.found_purchases(query text, maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    select 'purchase_id', bought.purchase_id::text, null::text, bought.owner_app_user_id
      from api.ids_beginning_with(found_purchases.query) as span
     cross join lateral (
           select one.purchase_id, one.owner_app_user_id, one.store from entitlements.purchases one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.purchase_id >= span.first_id and one.purchase_id <= span.last_id
            order by one.purchase_id
            limit found_purchases.maximum) as bought
     where bought.owner_app_user_id is not null and bought.store <> 'hearth'
     union all
    select 'merge_id', merged.merge_id::text, null::text, merged.app_user_id
      from api.ids_beginning_with(found_purchases.query) as span
     cross join lateral (
           select one.merge_id, one.app_user_id from entitlements.merges one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.merge_id >= span.first_id and one.merge_id <= span.last_id
            order by one.merge_id
            limit found_purchases.maximum) as merged;
end;
