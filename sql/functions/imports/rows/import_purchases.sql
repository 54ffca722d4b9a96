-- Stores purchases from outside RevenueCat, and returns what changed.
--
-- The caller has locked the app users. Idempotent: the caller passes no known rows.
-- Locks: see store_imports.

create function api.import_purchases(rows entitlements.import_row[], as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
begin
    return api.store_imports(array(
        select api.import_entry(
                   line, item.order_item,
                   (select product.kind <> 'subscription'
                      from api.catalog_product(line.product_id) as product),
                   import_purchases.as_of, import_purchases.as_of)
          from unnest(import_purchases.rows) as line
          join api.import_items(import_purchases.rows) as item on item.number = line.number
         where line.record = 'purchase' and line.outcome is null
         order by line.number));
end
$$;
