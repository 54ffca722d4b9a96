-- Returns the catalog's product for a store's product id.
--
-- A Play product `subscription:plan` also matches `subscription`. No row if the catalog lacks it.

create function api.catalog_product(product_id text)
returns setof entitlements.products
language sql stable rows 1
begin atomic
    select product.*
      from entitlements.products product
     where product.tenant_id = entitlements.current_tenant_id()
       and product.product_id in (
           catalog_product.product_id, split_part(catalog_product.product_id, ':', 1))
     order by octet_length(product.product_id) desc
     limit 1;
end;
