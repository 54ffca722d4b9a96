-- Returns the end of a period that began at a moment, by the catalog's duration of the product.
--
-- For evidence without an end. Null if the catalog names no duration.
-- The end becomes part of the evidence: a later change of the duration does not move it.

create function api.catalog_period_end(
    product_id text, period_type text, began_at timestamptz)
returns timestamptz
language plpgsql stable
as $$
begin
    return (
        select (catalog_period_end.began_at at time zone 'UTC' + case
                    when catalog_period_end.period_type = 'trial'
                    then coalesce(product.trial, product.duration)
                    else product.duration end::interval) at time zone 'UTC'
          from api.catalog_product(catalog_period_end.product_id) as product);
end
$$;
