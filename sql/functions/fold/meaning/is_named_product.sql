-- Returns whether an id names a product; an id without a plan names any plan of its product.

create function api.is_named_product(id text, product_id text) returns boolean
language sql immutable
return id = product_id or id = split_part(product_id, ':', 1);
