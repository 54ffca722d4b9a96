-- What others bought who are one customer with people by RevenueCat's word, in one environment at a
-- moment; each with the person whom it serves.
--
-- internal: called by usable_purchases.
-- It serves the id, not the household: what a person has by this is not passed on.
-- None where the tenant has it so (`people.aliases: conflict`).
-- The standard's body binds its names now and is inlined by the planner.
-- Locks: none.

create function api.aliased_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns table (app_user_uuid uuid, purchase entitlements.purchases)
language sql stable security invoker rows 1
begin atomic
    select distinct served.app_user_uuid, bought
      from entitlements.app_user_ids served
      join entitlements.aliased_ids mine
        on mine.tenant_id = served.tenant_id and mine.app_user_id = served.app_user_id
      join entitlements.people_rules rules
        on rules.tenant_id = served.tenant_id and rules.aliases <> 'conflict'
      join entitlements.aliased_ids theirs
        on theirs.tenant_id = served.tenant_id and theirs.alias_uuid = mine.alias_uuid
      join entitlements.app_user_ids other
        on other.tenant_id = served.tenant_id and other.app_user_id = theirs.app_user_id
       and other.app_user_uuid <> served.app_user_uuid
     cross join lateral api.owned_purchases(
               array[other.app_user_uuid], aliased_purchases.environment,
               aliased_purchases.as_of) as bought
     where served.tenant_id = entitlements.current_tenant_id()
       and served.app_user_uuid = any (aliased_purchases.app_user_uuids)
       and bought.owner_app_user_id = theirs.app_user_id;
end;
