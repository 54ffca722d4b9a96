-- Raises unless a product is null, or in the catalog and no consumable.
--
-- A consumable gives credits and no access: credits are adjusted instead.
-- Raises: product_not_in_catalog 404, product_not_grantable 409.

create function api.require_grantable(product_id text) returns void
language plpgsql stable
as $$
declare
    _kind constant text := (
        select product.kind from api.catalog_product(require_grantable.product_id) as product);
begin
    if require_grantable.product_id is not null and _kind is null then
        raise sqlstate 'PT404' using message = 'product_not_in_catalog',
            detail = api.unknown_name('product', require_grantable.product_id);
    elsif _kind = 'consumable' then
        raise sqlstate 'PT409' using message = 'product_not_grantable',
            detail = 'A consumable gives credits, not access. Adjust the credits instead.';
    end if;
end
$$;
