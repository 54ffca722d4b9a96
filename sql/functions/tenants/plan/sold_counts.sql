-- Returns how many purchases of each product give access now, counted up to 1,001.

create function api.sold_counts(product_ids text[])
returns table (product_id text, count bigint)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select sold.product_id, (
               select count(*) from (
                   select from entitlements.purchases purchase
                    where purchase.tenant_id = _tenant_id
                      and purchase.environment = 'production'
                      and purchase.product_id = sold.product_id
                      and purchase.owner_uuid is not null
                      and purchase.access_starts_at <= now() and now() < purchase.access_ends_at
                    limit 1001) as counted)
      from unnest(sold_counts.product_ids) as sold (product_id);
end
$$;
