-- Returns purchases of other app users that are the same RevenueCat customer as the given ones.
--
-- They serve the app user alone and are not passed on to a household. None unless the tenant's
-- `people.aliases` is `shared_purchases`.

create function api.aliased_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (app_user_uuid uuid, purchase entitlements.purchases)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    -- Looks rows up by key (plans: rule 3), and each customer's purchases once (plans: rule 5).
    with mine as materialized (
        select served.app_user_uuid, named.alias_uuid
          from unnest(aliased_purchases.app_user_uuids) as served (app_user_uuid)
         cross join lateral api.ids_of(served.app_user_uuid) as known
         cross join lateral (
               select aliased.alias_uuid from entitlements.aliased_ids aliased
                where aliased.tenant_id = entitlements.current_tenant_id()
                  and aliased.app_user_id = known.app_user_id
               offset 0) as named
    ), theirs as materialized (
        select shared.alias_uuid, bought.purchase
          from (select distinct mine.alias_uuid from mine) as shared
         cross join lateral (
               select aliased.app_user_id from entitlements.aliased_ids aliased
                where aliased.tenant_id = entitlements.current_tenant_id()
                  and aliased.alias_uuid = shared.alias_uuid
               offset 0) as named
          join entitlements.app_user_ids other
            on other.tenant_id = entitlements.current_tenant_id()
           and other.app_user_id = named.app_user_id
         cross join lateral api.owned_purchases(
                   array[other.app_user_uuid], aliased_purchases.environment,
                   aliased_purchases.as_of, aliased_purchases.is_past) as bought
         where (bought.purchase).owner_app_user_id = named.app_user_id)
    select distinct mine.app_user_uuid, theirs.purchase
      from mine
      join theirs
        on theirs.alias_uuid = mine.alias_uuid
       and (theirs.purchase).owner_uuid <> mine.app_user_uuid
      join entitlements.people_rules rules
        on rules.tenant_id = entitlements.current_tenant_id()
       and rules.aliases <> 'conflict';
end
$$;
