-- Returns figures summed by the dimensions that are asked for.
--
-- `key` has the values of the other dimensions than the day in their order: product, plan,
-- plan_type, store, country, entitlement; null for one that is not asked for, empty for an unknown
-- value. Changes of what is active before the first day are on the day before it.

create function api.figure_cells(first_day date, last_day date, dimensions text[])
returns table (
    key text[], day date, figure text, currency text, number numeric, amount numeric)
language plpgsql stable rows 1000
as $$
begin
    return query
    with summed as materialized (
        select greatest(stored.day, figure_cells.first_day - 1) as day, stored.product_id,
               case when 'store' = any (dimensions) then stored.store end as store,
               case when 'country' = any (dimensions) then stored.country_code end as country,
               stored.figure, stored.currency, sum(stored.number) as number,
               sum(stored.amount) as amount
          from entitlements.figures stored
         where stored.tenant_id = entitlements.current_tenant_id()
           and stored.day <= figure_cells.last_day
           and (stored.day >= figure_cells.first_day or starts_with(stored.figure, 'active_'))
         group by 1, 2, 3, 4, 5, 6
    )
    select array[case when 'product' = any (dimensions) then product.product_id end,
                 case when 'plan' = any (dimensions) then coalesce(product.plan, '') end,
                 case when 'plan_type' = any (dimensions) then coalesce(product.plan_type, '') end,
                 summed.store, summed.country,
                 case when 'entitlement' = any (dimensions) then entitlement.id end],
           summed.day, summed.figure, summed.currency, sum(summed.number), sum(summed.amount)
      from api.figure_products(array(select distinct summed.product_id from summed)) as product
      join summed on summed.product_id = product.product_id
     cross join lateral unnest(case when 'entitlement' = any (dimensions)
                                    then product.entitlement_ids else array[''] end)
           as entitlement (id)
     where not (product.is_consumable and summed.figure = 'active_one_time')
     group by 1, 2, 3, 4;
end
$$;
