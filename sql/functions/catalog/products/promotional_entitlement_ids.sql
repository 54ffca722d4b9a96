-- Returns the catalog's entitlement in the name of a promotional product.
--
-- The name is `rc_promo_<entitlement>_<duration>`. The longest matching entitlement id counts. Null
-- if the product is not promotional.
-- Version 1 of RevenueCat's API lists one product per entitlement, the longest-lasting. If that is
-- a sandbox product, a grant behind it is invisible.

create function api.promotional_entitlement_ids(product_id text) returns text[]
language plpgsql stable
as $$
begin
    if not starts_with(promotional_entitlement_ids.product_id, 'rc_promo_') then
        return null; -- The usual case.
    end if;
    return array(
        select known.entitlement_id
          from entitlements.entitlements known
         where known.tenant_id = entitlements.current_tenant_id()
           and starts_with(promotional_entitlement_ids.product_id,
                           'rc_promo_' || known.entitlement_id || '_')
         order by octet_length(known.entitlement_id) desc
         limit 1);
end
$$;
