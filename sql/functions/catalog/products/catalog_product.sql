-- Returns the catalog's product for a store's product id.
--
-- A Play product `subscription:plan` also matches `subscription`. No row if the catalog lacks it.
-- It names its columns: with the table's row type, a column that a later migration adds would break
-- the functions of releases that still run.

create function api.catalog_product(product_id text)
returns table (product_id text, kind text, duration text, trial text, seats integer)
language sql stable rows 1
begin atomic
    select product.product_id, product.kind, product.duration, product.trial, product.seats
      from entitlements.products product
     where product.tenant_id = entitlements.current_tenant_id()
       and product.product_id in (
           catalog_product.product_id, split_part(catalog_product.product_id, ':', 1))
     order by octet_length(product.product_id) desc
     limit 1;
end;
