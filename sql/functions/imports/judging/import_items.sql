-- Returns each row of a purchase with its place among the products of its order.
--
-- A row with another product than the order's main one is an add-on if both run at the same time:
-- then `order_item` names it (see event_chains). Of an upgrade the periods follow each other, so
-- its rows are of one purchase. The main product is the stored one, else that of the first row.
-- `turn` counts the rows of one purchase.
-- Looks up one transaction at a time (plans: rule 3).

create function api.import_items(rows entitlements.import_row[])
returns table (number integer, order_item text, turn bigint)
language sql stable rows 64
begin atomic
    with line as (
        select one.number, one.environment, one.store, one.transaction_id, one.purchased_at,
               coalesce(one.expires_at, 'infinity') as ends_at,
               api.item_key(one.product_id) as item
          from unnest(import_items.rows) as one
         where one.record = 'purchase' and one.outcome is null
        offset 0
    ), placed as (
        select line.*, coalesce(main.item, first_value(line.item) over earlier) as main_item,
               coalesce(main.begins_at, first_value(line.purchased_at) over earlier)
                   as main_begins_at,
               coalesce(main.ends_at, first_value(line.ends_at) over earlier) as main_ends_at
          from line
          left join lateral (
               select api.item_key(known.product_id) as item,
                      known.period_started_at as begins_at, known.access_ends_at as ends_at
                 from entitlements.purchases known
                where known.tenant_id = entitlements.current_tenant_id()
                  and known.chain_id = line.transaction_id and known.store = line.store
                  and known.environment = line.environment and known.product_id is not null
               offset 0) as main on true
        window earlier as (
               partition by line.environment, line.store, line.transaction_id
               order by line.number)
    )
    select placed.number, found.order_item,
           row_number() over (
               partition by placed.environment, placed.store, placed.transaction_id,
                            found.order_item
               order by placed.number)
      from placed
     cross join lateral (
           select case when placed.item <> placed.main_item
                        and placed.purchased_at < placed.main_ends_at
                        and placed.main_begins_at < placed.ends_at then placed.item end)
           as found (order_item);
end;
