-- Returns the products that were sold in production, at most 1,000.
--
-- It steps through an index from one product id to the next, so its cost depends on the number of
-- products, not of purchases.

create function api.sold_products() returns table (product_id text)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _products_maximum constant integer := 1000;
    _product_id text := '';
begin
    for _ in 1 .. _products_maximum loop
        select sold.product_id into _product_id
          from entitlements.purchases sold
         where sold.tenant_id = _tenant_id and sold.environment = 'production'
           and sold.product_id > _product_id
         order by sold.product_id limit 1;
        exit when not found;
        product_id := _product_id;
        return next;
    end loop;
end
$$;
