-- Returns purchases of other app users that are the same RevenueCat customer as the given ones.
--
-- They serve the app user alone and are not passed on to a household. None unless the tenant's
-- `people.aliases` is `shared_purchases`.
-- Locks: none.

create function api.aliased_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (app_user_uuid uuid, purchase entitlements.purchases)
language sql stable security invoker rows 1
begin atomic
    select distinct served.app_user_uuid, bought.purchase
      from entitlements.app_user_ids served
      join entitlements.aliased_ids mine
        on mine.tenant_id = entitlements.current_tenant_id()
       and mine.app_user_id = served.app_user_id
      join entitlements.people_rules rules
        on rules.tenant_id = entitlements.current_tenant_id()
       and rules.aliases <> 'conflict'
      join entitlements.aliased_ids theirs
        on theirs.tenant_id = entitlements.current_tenant_id()
       and theirs.alias_uuid = mine.alias_uuid
      join entitlements.app_user_ids other
        on other.tenant_id = entitlements.current_tenant_id()
       and other.app_user_id = theirs.app_user_id
       and other.app_user_uuid <> served.app_user_uuid
     cross join lateral api.owned_purchases(
               array[other.app_user_uuid], aliased_purchases.environment,
               aliased_purchases.as_of, aliased_purchases.is_past) as bought
     where served.tenant_id = entitlements.current_tenant_id()
       and served.app_user_uuid = any (aliased_purchases.app_user_uuids)
       and (bought.purchase).owner_app_user_id = theirs.app_user_id;
end;
