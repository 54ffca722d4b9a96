-- The product of the catalog that a store's product is: by its id, where a Play product
-- `subscription:plan` is also known as `subscription`. No row where the catalog lacks it.
--
-- internal: called by purchase_answers, derived_subscriptions and evidence_ends.
-- The standard's body binds its names now and is inlined by the planner.
-- Locks: none.

create function api.catalog_product(product_id text)
returns setof entitlements.products
language sql stable security invoker rows 1
begin atomic
    select product.*
      from entitlements.products product
     where product.tenant_id = entitlements.current_tenant_id()
       and product.product_id in (
           catalog_product.product_id, split_part(catalog_product.product_id, ':', 1))
     order by octet_length(product.product_id) desc
     limit 1;
end;
