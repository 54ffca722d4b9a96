-- Returns the tenant's features by id, decided by an app user's entitlements.
--
-- `unlocked_by` lists the entitlements that give a feature, those that imply its own among them,
-- with the products that grant each. It is empty if the feature is free.

create function api.features_json(entitlements json) returns json
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return (
        with unlocking as (
            select needed.entitlement_id,
                   json_agg(
                       json_build_object(
                           'entitlement_id', giving.entitlement_id,
                           'product_ids', (
                               select coalesce(
                                          json_agg(sold.product_id order by sold.product_id), '[]')
                                 from entitlements.product_entitlements sold
                                where sold.tenant_id = _tenant_id
                                  and sold.entitlement_id = giving.entitlement_id
                                  and sold.implied_by is null))
                       order by giving.rank, giving.entitlement_id) as answer
              from (select distinct feature.entitlement_id from entitlements.features feature
                     where feature.tenant_id = _tenant_id) as needed
              join entitlements.entitlements giving
                on giving.tenant_id = _tenant_id
               and (giving.entitlement_id = needed.entitlement_id
                    or exists (
                        select from entitlements.entitlement_implications implied
                         where implied.tenant_id = _tenant_id
                           and implied.entitlement_id = giving.entitlement_id
                           and implied.granted_entitlement_id = needed.entitlement_id))
             group by needed.entitlement_id)
        select coalesce(
                   json_object_agg(
                       feature.feature_id,
                       json_build_object(
                           'feature_id', feature.feature_id,
                           'is_allowed', feature.entitlement_id is null or held.is_active,
                           'reason', case when feature.entitlement_id is null then 'free'
                                          when held.is_active then 'entitlement_active'
                                          else 'entitlement_inactive' end,
                           'entitlement_id', feature.entitlement_id,
                           'unlocked_by', coalesce(unlocking.answer, '[]'))
                       order by feature.feature_id),
                   '{}')
          from entitlements.features feature
         cross join lateral (
               select coalesce(
                          (features_json.entitlements -> feature.entitlement_id
                              ->> 'is_active')::boolean, false) as is_active) as held
          left join unlocking on unlocking.entitlement_id = feature.entitlement_id
         where feature.tenant_id = _tenant_id);
end
$$;
