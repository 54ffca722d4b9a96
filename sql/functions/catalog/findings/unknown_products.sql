-- Returns the products that were sold in production and that the tenant's catalog lacks.
--
-- Not the product of a grant of RevenueCat whose entitlement the catalog has: its name gives that.
--
-- A Play product `subscription:plan` also matches `subscription`. It reads at most 1,000 products.

create function api.unknown_products() returns table (product_id text)
language plpgsql stable rows 10
as $$
begin
    return query
    select sold.product_id
      from api.sold_products() as sold
     where not exists (
           select from entitlements.products known
            where known.tenant_id = entitlements.current_tenant_id()
              and known.product_id in (sold.product_id, split_part(sold.product_id, ':', 1)))
       and coalesce(api.promotional_entitlement_ids(sold.product_id), '{}') = '{}';
end
$$;
