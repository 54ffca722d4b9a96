-- Returns the entitlements that a grant of an entitlement, or of a product, names.
--
-- Those that they imply are left out.

create function api.asked_entitlements(entitlement_id text, product_id text) returns text[]
language plpgsql stable
as $$
begin
    if asked_entitlements.entitlement_id is not null then
        return array[asked_entitlements.entitlement_id];
    end if;
    return array(
        select known.entitlement_id
          from api.catalog_product(asked_entitlements.product_id) as product
          join entitlements.product_entitlements known
            on known.tenant_id = entitlements.current_tenant_id()
           and known.product_id = product.product_id
         where known.implied_by is null
         order by known.entitlement_id);
end
$$;
