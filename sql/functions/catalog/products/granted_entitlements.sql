-- Returns the entitlements that a purchase of a product grants.
--
-- If the catalog has the product, it decides, even if the product grants nothing. A Play product
-- `subscription:plan` also matches `subscription`. Otherwise the ids that the event named decide,
-- or else the entitlement in the name of a promotional product.

create function api.granted_entitlements(product_id text, entitlement_ids text[])
returns table (entitlement_id text, implied_by text, is_shared boolean)
language sql stable rows 2
begin atomic
    select granted.*
      from (select (
               select product.product_id
                 from api.catalog_product(granted_entitlements.product_id) as product)
           offset 0) as catalog (product_id)
     cross join lateral (
           select known.entitlement_id, known.implied_by, known.is_shared
             from entitlements.product_entitlements known
            where known.tenant_id = entitlements.current_tenant_id()
              and known.product_id = catalog.product_id
            union all
           select named.*
             from api.expand_implied(coalesce(
                      granted_entitlements.entitlement_ids,
                      api.promotional_entitlement_ids(granted_entitlements.product_id))) as named
            where catalog.product_id is null) as granted;
end;
