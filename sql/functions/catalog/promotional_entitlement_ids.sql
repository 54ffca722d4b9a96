-- The entitlement of the catalog that the product of a grant is named after:
-- `rc_promo_<entitlement>_<duration>`. Null: the product is none of a grant.
--
-- internal: called by granted_entitlements where nobody said what a product grants.
-- Version 1 of the API names one product for each entitlement, the one that lasts longest, which
-- may be played for: then it says nothing of a grant. Of names that begin alike the longest counts.
-- Locks: none.

create function api.promotional_entitlement_ids(product_id text) returns text[]
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    if not starts_with(promotional_entitlement_ids.product_id, 'rc_promo_') then
        return null; -- As nearly always.
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
