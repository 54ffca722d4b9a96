-- Returns the entitlements that each sold product grants by the present catalog, by product.

create function api.sold_grants() returns jsonb
language plpgsql stable
as $$
begin
    return coalesce((
        select jsonb_object_agg(sold.product_id, (
                   select jsonb_agg(
                              array[granted.entitlement_id, granted.is_shared::text]
                              order by granted.entitlement_id)
                     from api.granted_entitlements(sold.product_id, null) as granted))
          from api.sold_products() as sold), '{}');
end
$$;
