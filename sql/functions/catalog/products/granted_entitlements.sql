-- Returns the entitlements that a purchase of a product grants.
--
-- If the catalog has the product, it decides, even if the product grants nothing. A Play product
-- `subscription:plan` also matches `subscription`. Otherwise the ids that the event named decide,
-- or else the entitlement in the name of a promotional product.
-- An SQL-standard body, so that the planner inlines it.
-- Locks: none.

create function api.granted_entitlements(product_id text, entitlement_ids text[])
returns table (entitlement_id text, implied_by text, is_shared boolean)
language sql stable security invoker rows 2
begin atomic
    select known.entitlement_id, known.implied_by, known.is_shared
      from entitlements.product_entitlements known
     where known.tenant_id = entitlements.current_tenant_id()
       and known.product_id = (
           select product.product_id from entitlements.products product
            where product.tenant_id = entitlements.current_tenant_id()
              and product.product_id in (
                  granted_entitlements.product_id,
                  split_part(granted_entitlements.product_id, ':', 1))
            order by octet_length(product.product_id) desc
            limit 1)
     union all
    select named.entitlement_id, named.implied_by, named.is_shared
      from api.expand_implied(coalesce(
               granted_entitlements.entitlement_ids,
               api.promotional_entitlement_ids(granted_entitlements.product_id))) as named
     where not exists (
           select from entitlements.products product
            where product.tenant_id = entitlements.current_tenant_id()
              and product.product_id in (
                  granted_entitlements.product_id,
                  split_part(granted_entitlements.product_id, ':', 1)));
end;
