-- Returns the plan and the entitlements of products that figures name.
--
-- By the catalog of today. The plan is the entitlement with the highest rank, as in answers.

create function api.figure_products(product_ids text[])
returns table (
    product_id text, plan text, plan_type text, entitlement_ids text[], is_consumable boolean)
language plpgsql stable rows 10
as $$
begin
    return query
    select sold.product_id, given.ids[1], api.plan_type(product.kind, product.duration),
           coalesce(given.ids, array['']), coalesce(product.kind = 'consumable', false)
      from unnest(figure_products.product_ids) as sold (product_id)
      left join lateral api.catalog_product(sold.product_id) as product on true
     cross join lateral (
           select array_agg(granted.entitlement_id
                            order by known.rank desc nulls last, granted.entitlement_id) as ids
             from api.granted_entitlements(sold.product_id, null) as granted
             left join entitlements.entitlements known
               on known.tenant_id = entitlements.current_tenant_id()
              and known.entitlement_id = granted.entitlement_id) as given;
end
$$;
